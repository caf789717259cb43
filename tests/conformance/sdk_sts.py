"""STS: who am I, and acting as a role."""
from support.case import SdkCase, account, unique


class Sts(SdkCase):
    def as_session(self, service, credentials, **changed):
        keys = {"aws_access_key_id": credentials["AccessKeyId"],
                "aws_secret_access_key": credentials["SecretAccessKey"],
                "aws_session_token": credentials["SessionToken"]}
        return self.client(service, **{**keys, **changed})

    def test_root_is_told_its_account_and_arn(self):
        me = self.client("sts").get_caller_identity()
        self.assertEqual(me["Account"], account)
        self.assertEqual(me["Arn"], f"arn:aws:iam::{account}:root")
        self.assertTrue(me["UserId"])
        self.assertTrue(me["ResponseMetadata"]["RequestId"])

    def test_a_role_session_may_do_what_its_policy_allows_and_nothing_else(self):
        arn = self.role(["ecs:ListClusters", "s3:ListAllMyBuckets"])
        answer = self.client("sts").assume_role(RoleArn=arn, RoleSessionName="me", DurationSeconds=900)
        credentials = answer["Credentials"]
        self.assertRegex(credentials["AccessKeyId"], "^ASIA")
        self.assertTrue(answer["AssumedRoleUser"]["AssumedRoleId"].endswith(":me"))
        role_name = arn.rsplit("/", 1)[1]
        self.assertEqual(answer["AssumedRoleUser"]["Arn"], f"arn:aws:sts::{account}:assumed-role/{role_name}/me")

        me = self.as_session("sts", credentials).get_caller_identity()
        self.assertEqual(me["Arn"], answer["AssumedRoleUser"]["Arn"])
        self.as_session("ecs", credentials).list_clusters()
        self.as_session("s3", credentials).list_buckets()
        with self.refused("AccessDeniedException", 400, "not authorized to perform: ecs:CreateCluster"):
            self.as_session("ecs", credentials).create_cluster(clusterName="no")
        with self.refused("AccessDenied", 403):
            self.as_session("cloudformation", credentials).describe_stacks()
        with self.refused("AccessDenied", 403):
            self.as_session("s3", credentials).create_bucket(Bucket=unique("no"))

    def test_a_session_needs_its_own_token(self):
        credentials = self.client("sts").assume_role(RoleArn=self.role("ecs:*"),
                                                     RoleSessionName="session")["Credentials"]
        with self.refused("UnrecognizedClientException"):
            self.as_session("ecs", credentials, aws_session_token="nonsense").list_clusters()
        with self.refused("InvalidClientTokenId", 403):
            self.as_session("sts", credentials, aws_session_token="nonsense").get_caller_identity()
        with self.refused("UnrecognizedClientException"):
            self.as_session("ecs", credentials, aws_session_token=None).list_clusters()

    def test_a_role_that_does_not_trust_the_caller_is_not_assumed(self):
        arn = self.role("ecs:*", {"Service": "ecs-tasks.amazonaws.com"})
        with self.refused("AccessDenied", 403, "not authorized to perform: sts:AssumeRole"):
            self.client("sts").assume_role(RoleArn=arn, RoleSessionName="session")

    def test_an_unknown_role_looks_like_a_refused_one(self):
        with self.refused("AccessDenied", 403):
            self.client("sts").assume_role(RoleArn=f"arn:aws:iam::{account}:role/nosuch", RoleSessionName="session")

    def test_a_session_is_at_least_a_quarter_of_an_hour(self):
        with self.refused("ValidationError"):
            self.client("sts").assume_role(RoleArn=self.role("ecs:*"), RoleSessionName="session", DurationSeconds=60)

    def test_passing_a_role_needs_leave(self):
        """ecs:RegisterTaskDefinition alone does not let a caller hand a role to its tasks."""
        role = self.role(["ecs:RegisterTaskDefinition", "ecs:DeregisterTaskDefinition"])
        credentials = self.client("sts").assume_role(RoleArn=role, RoleSessionName="session")["Credentials"]
        ecs = self.as_session("ecs", credentials)
        main = [{"name": "main", "image": "fathom", "memory": 64}]
        plain = ecs.register_task_definition(family=unique("f"), containerDefinitions=main)
        ecs.deregister_task_definition(taskDefinition=plain["taskDefinition"]["taskDefinitionArn"])
        with self.refused("AccessDeniedException", 400, "iam:PassRole"):
            ecs.register_task_definition(family=unique("f"), containerDefinitions=main, taskRoleArn=role)
