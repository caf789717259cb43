"""Drives the demonstration services through botocore, as unmodified clients do.

usage: official_clients.py SERVER     Exit status 77 (skipped) if this Python has no boto3.
"""
import io
import subprocess
import sys
import unittest

try:
    import boto3
    import botocore
    from botocore.config import Config
    from botocore.exceptions import ClientError
except ImportError:
    print("this Python has no boto3: skipped")
    sys.exit(77)

SERVER = sys.argv.pop(1)


def client(service, key="AKIDROOT", secret="rootsecret", token=None, **config):
    return boto3.client(service, endpoint_url=ENDPOINT, region_name="eu-west-1", aws_access_key_id=key,
                        aws_secret_access_key=secret, aws_session_token=token,
                        config=Config(retries={"max_attempts": 0, "mode": "standard"}, **config))


class Base(unittest.TestCase):
    def refused(self, code, status, call, **arguments):
        with self.assertRaises(ClientError) as caught:
            call(**arguments)
        response = caught.exception.response
        self.assertEqual(response["Error"]["Code"], code)
        self.assertEqual(response["ResponseMetadata"]["HTTPStatusCode"], status)
        return response


class Json(Base):
    def test_an_operation_answers_its_shape(self):
        answer = client("ecs").stop_task(cluster="c", task="t", reason="ö \u0001 \"")
        self.assertEqual(answer["task"]["taskArn"], "arn:aws:ecs:eu-west-1:000000000000:task/c/t")
        self.assertEqual(answer["task"]["stoppedReason"], "ö \u0001 \"")
        self.assertEqual(answer["task"]["createdAt"].timestamp(), 1700000000.25)
        self.assertEqual(answer["task"]["containers"], [])
        self.assertEqual(len(answer["ResponseMetadata"]["RequestId"]), 36)

    def test_nested_shapes_go_both_ways(self):
        containers = [{"name": "n", "image": "i", "memory": 3, "essential": False,
                       "environment": [{"name": "A", "value": "1"}], "dockerLabels": {"k": "v", "": "e"}}]
        answer = client("ecs").register_task_definition(family="f", containerDefinitions=containers)
        self.assertEqual(answer["taskDefinition"]["containerDefinitions"], containers)

    def test_what_has_no_effect_is_named(self):
        answer = client("ecs").register_task_definition(family="f", ipcMode="host", containerDefinitions=[{"cpu": 1}])
        self.assertEqual(answer["ResponseMetadata"]["HTTPHeaders"]["x-berth-not-acted-on"],
                         "ipcMode, containerDefinitions.cpu")

    def test_errors(self):
        ecs = client("ecs", parameter_validation=False)
        response = self.refused("ClusterNotFoundException", 400, ecs.stop_task, cluster="missing", task="t")
        self.assertEqual(response["Error"]["Message"], "Cluster not found.")
        response = self.refused("InvalidParameterException", 400, ecs.stop_task, cluster="c")
        self.assertIn("Value null at 'task'", response["Error"]["Message"])
        self.refused("SerializationException", 400, ecs.stop_task, task=3)
        self.refused("UnknownOperationException", 400, ecs.list_clusters)
        self.refused("InternalFailure", 500, ecs.stop_task, task="crash")

    def test_keys_are_checked(self):
        self.refused("UnrecognizedClientException", 400, client("ecs", key="AKIDOTHER").stop_task, task="t")
        self.refused("InvalidSignatureException", 400, client("ecs", secret="wrong").stop_task, task="t")
        session = dict(key="ASIASESSION", secret="sessionsecret")
        self.refused("AccessDeniedException", 400, client("ecs", token="token", **session).stop_task, task="t")
        self.refused("UnrecognizedClientException", 400, client("ecs", token="other", **session).stop_task, task="t")
        self.refused("ExpiredTokenException", 400,
                     client("ecs", key="ASIAEXPIRED", secret="expiredsecret", token="old").stop_task, task="t")


class Query(Base):
    def test_lists_tags_and_times(self):
        cfn = client("cloudformation")
        stack = cfn.describe_stacks(StackName="there")["Stacks"][0]
        self.assertEqual(stack["Tags"], [{"Key": "a", "Value": "<&>\"' ü"}])
        self.assertEqual(stack["Parameters"], [])
        self.assertEqual(stack["CreationTime"].timestamp(), 1700000000.25)
        answer = cfn.create_stack(StackName="s", Parameters=[{"ParameterKey": "a", "ParameterValue": "b"}], Tags=[],
                                  Capabilities=["CAPABILITY_IAM", "X"], TimeoutInMinutes=5)
        self.assertEqual(answer["StackId"], "s/1/0/2/5")

    def test_no_output(self):
        self.assertEqual(list(client("cloudformation").delete_stack(StackName="s")), ["ResponseMetadata"])

    def test_errors(self):
        cfn = client("cloudformation", parameter_validation=False)
        response = self.refused("ValidationError", 400, cfn.describe_stacks, StackName="nowhere")
        self.assertEqual(response["Error"]["Message"], "Stack with id nowhere does not exist")
        self.assertEqual(response["Error"]["Type"], "Sender")
        self.refused("ValidationError", 400, cfn.create_stack)
        self.refused("ValidationError", 400, cfn.create_stack, StackName="s", TimeoutInMinutes="soon")
        self.refused("InvalidAction", 400, cfn.list_stacks)
        self.refused("InvalidClientTokenId", 403, client("cloudformation", key="AKIDOTHER").describe_stacks)
        self.refused("SignatureDoesNotMatch", 403, client("cloudformation", secret="wrong").describe_stacks)
        session = client("cloudformation", key="ASIASESSION", secret="sessionsecret", token="token")
        session.describe_stacks()
        self.refused("AccessDenied", 403, session.delete_stack, StackName="s")


class Ec2(Base):
    def test_filters_and_sets(self):
        ec2 = client("ec2")
        vpcs = ec2.describe_vpcs(Filters=[{"Name": "n", "Values": ["a", "b"]}, {"Name": "m", "Values": ["c"]}])["Vpcs"]
        self.assertEqual([vpc["VpcId"] for vpc in vpcs], ["n=a", "n=b", "m=c"])
        self.assertIs(vpcs[0]["IsDefault"], True)
        self.assertEqual(ec2.describe_vpcs()["Vpcs"], [])
        self.refused("InvalidVpcID.NotFound", 400, ec2.describe_vpcs, VpcIds=["vpc-missing"])
        self.refused("AuthFailure", 401, client("ec2", key="AKIDOTHER").describe_vpcs)


class S3(Base):
    def setUp(self):
        self.s3 = client("s3")
        self.s3.create_bucket(Bucket="bucket", CreateBucketConfiguration={"LocationConstraint": "eu-west-1"})

    def test_objects_go_in_and_out(self):
        body = bytes(range(256)) * 5000
        put = self.s3.put_object(Bucket="bucket", Key="a b/ü+%//c", Body=body, ContentType="x/y", Metadata={"m": "v"})
        got = self.s3.get_object(Bucket="bucket", Key="a b/ü+%//c")
        self.assertEqual(got["Body"].read(), body)
        self.assertEqual((got["ETag"], got["ContentType"], got["Metadata"]), (put["ETag"], "x/y", {"m": "v"}))
        self.assertEqual(got["LastModified"].timestamp(), 1700000000)
        head = self.s3.head_object(Bucket="bucket", Key="a b/ü+%//c")
        self.assertEqual(head["ContentLength"], len(body))
        part = self.s3.get_object(Bucket="bucket", Key="a b/ü+%//c", Range="bytes=1-2")
        self.assertEqual((part["Body"].read(), part["ResponseMetadata"]["HTTPStatusCode"]), (b"\x01\x02", 206))

    def test_streams_and_empty_bodies(self):
        self.s3.upload_fileobj(io.BytesIO(b"x" * 70000), "bucket", "stream")
        self.assertEqual(self.s3.head_object(Bucket="bucket", Key="stream")["ContentLength"], 70000)
        self.s3.put_object(Bucket="bucket", Key="empty")
        self.assertEqual(self.s3.get_object(Bucket="bucket", Key="empty")["Body"].read(), b"")

    def test_listing_and_deleting(self):
        for key in ("l/1", "l/2", "l/<&"):
            self.s3.put_object(Bucket="bucket", Key=key, Body=b"1")
        listed = self.s3.list_objects_v2(Bucket="bucket", Prefix="l/")
        self.assertEqual([one["Key"] for one in listed["Contents"]], ["l/1", "l/2", "l/<&"])
        deleted = self.s3.delete_objects(Bucket="bucket", Delete={"Objects": [{"Key": "l/1"}, {"Key": "l/<&"}]})
        self.assertEqual([one["Key"] for one in deleted["Deleted"]], ["l/1", "l/<&"])
        self.assertEqual(self.s3.list_objects_v2(Bucket="bucket", Prefix="l/")["KeyCount"], 1)
        answer = self.s3.delete_object(Bucket="bucket", Key="l/2")
        self.assertEqual(answer["ResponseMetadata"]["HTTPStatusCode"], 204)

    def test_errors(self):
        response = self.refused("NoSuchBucket", 404, self.s3.put_object, Bucket="nowhere", Key="k", Body=b"x" * 300000)
        self.assertEqual(response["Error"]["BucketName"], "nowhere")
        self.refused("NoSuchKey", 404, self.s3.get_object, Bucket="bucket", Key="nothing")
        self.refused("404", 404, self.s3.head_object, Bucket="bucket", Key="nothing")
        self.refused("NotImplemented", 501, self.s3.get_bucket_acl, Bucket="bucket")
        self.refused("InvalidAccessKeyId", 403, client("s3", key="AKIDOTHER").list_buckets)
        self.refused("SignatureDoesNotMatch", 403, client("s3", secret="wrong").list_buckets)
        self.refused("InvalidToken", 400, client("s3", key="ASIASESSION", secret="x", token="bad").list_buckets)
        self.refused("ExpiredToken", 400,
                     client("s3", key="ASIAEXPIRED", secret="expiredsecret", token="old").list_buckets)

    def test_presigned_urls(self):
        from urllib.request import Request, urlopen
        config = client("s3", signature_version="s3v4")
        url = config.generate_presigned_url("put_object", Params={"Bucket": "bucket", "Key": "pre"}, ExpiresIn=60)
        self.assertEqual(urlopen(Request(url, data=b"presigned", method="PUT")).status, 200)
        url = config.generate_presigned_url("get_object", Params={"Bucket": "bucket", "Key": "pre"}, ExpiresIn=60)
        self.assertEqual(urlopen(url).read(), b"presigned")
        with self.assertRaises(Exception) as caught:
            urlopen(url.replace("Expires=60", "Expires=61"))
        self.assertEqual(caught.exception.code, 403)
        self.assertIn(b"<Code>SignatureDoesNotMatch</Code>", caught.exception.read())


print("botocore", botocore.__version__)
process = subprocess.Popen([SERVER], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
ENDPOINT = process.stdout.readline().strip()
try:
    result = unittest.main(exit=False, warnings="ignore")
finally:
    process.stdin.close()
    process.wait(10)
sys.exit(0 if result.result.wasSuccessful() else 1)
