"""S3: what is set of a bucket and read again: its policy, which decides, encryption, public access, ownership, versioning,
access lists, lifecycle."""
import json

from support.case import SdkCase, account


class Configured(SdkCase):
    def setUp(self):
        super().setUp()
        self.s3, self.name = self.client("s3"), self.bucket()
        self.arn = "arn:aws:s3:::" + self.name

    def statement(self, effect, action, resource="", principal="*", **more):
        return {"Effect": effect, "Principal": principal, "Action": action, "Resource": self.arn + resource, **more}

    def set_policy(self, *statements, s3=None):
        text = json.dumps({"Version": "2012-10-17", "Statement": list(statements)})
        (s3 or self.s3).put_bucket_policy(Bucket=self.name, Policy=text)
        return text


class Policies(Configured):
    def as_role(self, actions):
        arn = self.role(actions)
        keys = self.client("sts").assume_role(RoleArn=arn, RoleSessionName="me")["Credentials"]
        return arn, self.client("s3", aws_access_key_id=keys["AccessKeyId"], aws_secret_access_key=keys["SecretAccessKey"],
                                aws_session_token=keys["SessionToken"])

    def test_one_is_kept_as_it_was_sent_until_it_is_deleted(self):
        text = self.set_policy(self.statement("Deny", "s3:DeleteObject", "/*"))
        self.assertEqual(self.s3.get_bucket_policy(Bucket=self.name)["Policy"], text)
        self.assertEqual(self.s3.get_bucket_policy_status(Bucket=self.name)["PolicyStatus"], {"IsPublic": False})
        gone = self.s3.delete_bucket_policy(Bucket=self.name)
        self.assertEqual(gone["ResponseMetadata"]["HTTPStatusCode"], 204)
        with self.refused("NoSuchBucketPolicy", 404):
            self.s3.get_bucket_policy(Bucket=self.name)
        self.s3.delete_bucket_policy(Bucket=self.name)

    def test_what_it_denies_is_denied_even_to_root(self):
        self.set_policy(self.statement("Deny", "s3:PutObject", "/kept/*"))
        self.s3.put_object(Bucket=self.name, Key="k", Body=b"x")
        for call in (lambda: self.s3.put_object(Bucket=self.name, Key="kept/k", Body=b"x"),
                     lambda: self.s3.copy_object(Bucket=self.name, Key="kept/k", CopySource=f"{self.name}/k")):
            with self.refused("AccessDenied", 403):
                call()
        self.set_policy(self.statement("Deny", "s3:*"), self.statement("Deny", "s3:*", "/*"))
        with self.refused("AccessDenied", 403):
            self.s3.list_objects_v2(Bucket=self.name)
        # What keeps everybody out can be taken back by root.
        self.s3.get_bucket_policy(Bucket=self.name)
        self.s3.delete_bucket_policy(Bucket=self.name)
        self.s3.list_objects_v2(Bucket=self.name)

    def test_it_lets_a_role_in_that_has_no_rights_of_its_own(self):
        arn, s3 = self.as_role(["sts:GetCallerIdentity"])
        self.s3.put_object(Bucket=self.name, Key="k", Body=b"x")
        with self.refused("AccessDenied", 403):
            s3.get_object(Bucket=self.name, Key="k")
        self.set_policy(self.statement("Allow", "s3:GetObject", "/*", {"AWS": arn}))
        self.assertEqual(s3.get_object(Bucket=self.name, Key="k")["Body"].read(), b"x")
        with self.refused("AccessDenied", 403):
            s3.put_object(Bucket=self.name, Key="k", Body=b"y")
        # Trust in the account as a whole leaves the decision to the role's own policies.
        self.set_policy(self.statement("Allow", "s3:GetObject", "/*", {"AWS": f"arn:aws:iam::{account}:root"}))
        with self.refused("AccessDenied", 403):
            s3.get_object(Bucket=self.name, Key="k")

    def test_a_denial_is_for_whom_it_names(self):
        arn, s3 = self.as_role(["s3:*"])
        self.set_policy(self.statement("Deny", "s3:PutObject", "/*", {"AWS": arn}))
        with self.refused("AccessDenied", 403):
            s3.put_object(Bucket=self.name, Key="k", Body=b"x")
        self.s3.put_object(Bucket=self.name, Key="k", Body=b"x")
        self.assertEqual(s3.get_object(Bucket=self.name, Key="k")["Body"].read(), b"x")
        deleted = s3.delete_objects(Bucket=self.name, Delete={"Objects": [{"Key": "k"}]})
        self.assertEqual([d["Key"] for d in deleted["Deleted"]], ["k"])

    def test_plain_http_over_loopback_is_as_secure_as_it_gets(self):
        self.set_policy(self.statement("Deny", "s3:*", "/*", Condition={"Bool": {"aws:SecureTransport": "false"}}))
        self.s3.put_object(Bucket=self.name, Key="k", Body=b"x")

    def test_a_condition_that_cannot_be_judged_is_refused_by_name(self):
        for condition in ({"StringEquals": {"s3:signatureAge": "5"}}, {"Bogus": {"aws:SourceIp": "127.0.0.1"}}):
            with self.refused("MalformedPolicy", 400, "s3:signatureAge|Bogus"):
                self.set_policy(self.statement("Deny", "s3:PutObject", "/*", Condition=condition))
        self.s3.put_object(Bucket=self.name, Key="k", Body=b"x")

    def test_public_ones_are_refused_where_they_are_blocked(self):
        everybody = self.statement("Allow", "s3:GetObject", "/*")
        with self.refused("AccessDenied", 403, "BlockPublicPolicy"):
            self.set_policy(everybody)
        self.set_policy({**everybody, "Condition": {"IpAddress": {"aws:SourceIp": "127.0.0.0/8"}}})
        self.assertFalse(self.s3.get_bucket_policy_status(Bucket=self.name)["PolicyStatus"]["IsPublic"])
        self.s3.delete_public_access_block(Bucket=self.name)
        self.set_policy(everybody)
        self.assertTrue(self.s3.get_bucket_policy_status(Bucket=self.name)["PolicyStatus"]["IsPublic"])

    def test_what_is_no_policy_is_refused(self):
        for wrong in ("{}", "no json", json.dumps({"Version": "2012-10-17", "Statement": []}),
                      json.dumps({"Statement": [{"Effect": "Allow", "Action": "s3:*", "Resource": self.arn}]}),
                      json.dumps({"Statement": [{"Effect": "Deny", "Principal": "*", "Action": "ecs:*", "Resource": self.arn}]}),
                      json.dumps({"Statement": [{"Effect": "Deny", "Principal": "*", "Action": "s3:*",
                                                 "Resource": "arn:aws:s3:::another/*"}]}),
                      json.dumps({"Statement": [{"Effect": "Deny", "Principal": "*", "Action": "s3:*", "Sid": "x" * 21000,
                                                 "Resource": self.arn}]})):
            with self.subTest(wrong[:60]), self.refused("MalformedPolicy", 400):
                self.s3.put_bucket_policy(Bucket=self.name, Policy=wrong)
        with self.refused("NoSuchBucket", 404):
            self.s3.put_bucket_policy(Bucket=self.name + "-no", Policy="{}".replace("{}", json.dumps(
                {"Statement": [{"Effect": "Deny", "Principal": "*", "Action": "s3:*", "Resource": self.arn + "-no"}]})))

    def test_it_goes_with_its_bucket(self):
        name, self.name = self.name, self.name + "-again"
        self.arn = "arn:aws:s3:::" + self.name
        self.s3.create_bucket(Bucket=self.name)
        self.set_policy(self.statement("Deny", "s3:ListBucket"))
        self.s3.delete_bucket(Bucket=self.name)
        self.s3.create_bucket(Bucket=self.name)
        self.addCleanup(self.s3.delete_bucket, Bucket=self.name)
        self.assertEqual(self.s3.list_objects_v2(Bucket=self.name)["KeyCount"], 0)
        with self.refused("NoSuchBucketPolicy", 404):
            self.s3.get_bucket_policy(Bucket=self.name)


class Settings(Configured):
    def test_encryption_with_s3s_own_keys_is_kept_and_said_not_to_be_done(self):
        rule = {"ApplyServerSideEncryptionByDefault": {"SSEAlgorithm": "AES256"}, "BucketKeyEnabled": True}
        put = self.s3.put_bucket_encryption(Bucket=self.name, ServerSideEncryptionConfiguration={"Rules": [rule]})
        self.assertIn("x-berth-not-acted-on", put["ResponseMetadata"]["HTTPHeaders"])
        got = self.s3.get_bucket_encryption(Bucket=self.name)["ServerSideEncryptionConfiguration"]["Rules"]
        self.assertEqual(got, [rule])
        self.s3.delete_bucket_encryption(Bucket=self.name)
        rule["BucketKeyEnabled"] = False
        self.assertEqual(self.s3.get_bucket_encryption(Bucket=self.name)["ServerSideEncryptionConfiguration"]["Rules"], [rule])
        with self.refused("NotImplemented", 501, "KMS"):
            self.s3.put_bucket_encryption(Bucket=self.name, ServerSideEncryptionConfiguration={"Rules": [
                {"ApplyServerSideEncryptionByDefault": {"SSEAlgorithm": "aws:kms"}}]})
        for wrong, code in (([], "MalformedXML"), ([{"BucketKeyEnabled": True}], "MalformedXML"),
                            ([{"ApplyServerSideEncryptionByDefault": {"SSEAlgorithm": "ROT13"}}], "InvalidArgument")):
            with self.refused(code, 400):
                self.s3.put_bucket_encryption(Bucket=self.name, ServerSideEncryptionConfiguration={"Rules": wrong})

    def test_public_access_is_blocked_as_was_said(self):
        s3, name = self.s3, self.name
        s3.put_public_access_block(Bucket=name, PublicAccessBlockConfiguration={"BlockPublicAcls": True})
        self.assertEqual(s3.get_public_access_block(Bucket=name)["PublicAccessBlockConfiguration"],
                         {"BlockPublicAcls": True, "IgnorePublicAcls": False, "BlockPublicPolicy": False,
                          "RestrictPublicBuckets": False})
        s3.delete_public_access_block(Bucket=name)
        with self.refused("NoSuchPublicAccessBlockConfiguration", 404):
            s3.get_public_access_block(Bucket=name)

    def test_ownership_is_kept(self):
        s3, name = self.s3, self.name
        for wanted in ("ObjectWriter", "BucketOwnerPreferred", "BucketOwnerEnforced"):
            s3.put_bucket_ownership_controls(Bucket=name, OwnershipControls={"Rules": [{"ObjectOwnership": wanted}]})
            self.assertEqual(s3.get_bucket_ownership_controls(Bucket=name)["OwnershipControls"],
                             {"Rules": [{"ObjectOwnership": wanted}]})
        with self.refused("MalformedXML", 400):
            s3.put_bucket_ownership_controls(Bucket=name, OwnershipControls={"Rules": [{"ObjectOwnership": "Mine"}]})
        s3.delete_bucket_ownership_controls(Bucket=name)
        with self.refused("OwnershipControlsNotFoundError", 404):
            s3.get_bucket_ownership_controls(Bucket=name)

    def test_versioning_may_be_suspended_and_never_enabled(self):
        s3, name = self.s3, self.name
        with self.refused("NotImplemented", 501, "newest version"):
            s3.put_bucket_versioning(Bucket=name, VersioningConfiguration={"Status": "Enabled"})
        self.assertNotIn("Status", s3.get_bucket_versioning(Bucket=name))
        s3.put_bucket_versioning(Bucket=name, VersioningConfiguration={"Status": "Suspended"})
        self.assertEqual(s3.get_bucket_versioning(Bucket=name)["Status"], "Suspended")
        with self.refused("IllegalVersioningConfigurationException", 400):
            s3.put_bucket_versioning(Bucket=name, VersioningConfiguration={"Status": "Off"})

    def test_of_access_lists_only_what_holds_anyway_can_be_set(self):
        s3, name = self.s3, self.name
        s3.put_object(Bucket=name, Key="k", Body=b"x")
        for put in (lambda **a: s3.put_bucket_acl(Bucket=name, **a), lambda **a: s3.put_object_acl(Bucket=name, Key="k", **a)):
            put(ACL="private")
            put(ACL="bucket-owner-full-control")
            for acl in ({"ACL": "public-read"}, {"GrantRead": 'uri="http://acs.amazonaws.com/groups/global/AllUsers"'}):
                with self.refused("AccessControlListNotSupported", 400, "does not allow ACLs"):
                    put(**acl)
            with self.refused("InvalidArgument", 400):
                put(ACL="mine")
            with self.refused("MissingSecurityHeader", 400):
                put()
        with self.refused("NoSuchKey", 404):
            s3.put_object_acl(Bucket=name, Key="no", ACL="private")

    def test_a_lifecycle_is_kept_with_names_for_its_rules(self):
        s3, name = self.s3, self.name
        rules = [{"ID": "old logs", "Filter": {"Prefix": "logs/"}, "Status": "Enabled", "Expiration": {"Days": 30}},
                 {"Filter": {"And": {"Prefix": "a", "Tags": [{"Key": "x", "Value": "1"}], "ObjectSizeGreaterThan": 5}},
                  "Status": "Disabled", "Expiration": {"Days": 1}},
                 {"ID": "uploads", "Filter": {"Prefix": ""}, "Status": "Enabled",
                  "AbortIncompleteMultipartUpload": {"DaysAfterInitiation": 7}}]
        put = s3.put_bucket_lifecycle_configuration(Bucket=name, LifecycleConfiguration={"Rules": rules})
        self.assertNotIn("x-berth-not-acted-on", put["ResponseMetadata"]["HTTPHeaders"])
        got = s3.get_bucket_lifecycle_configuration(Bucket=name)["Rules"]
        self.assertTrue(got[1].pop("ID"))
        self.assertEqual(got, rules)
        moves = [{"ID": "cold", "Filter": {"Prefix": ""}, "Status": "Enabled",
                  "Transitions": [{"Days": 30, "StorageClass": "GLACIER"}]}]
        put = s3.put_bucket_lifecycle_configuration(Bucket=name, LifecycleConfiguration={"Rules": moves})
        self.assertEqual(put["ResponseMetadata"]["HTTPHeaders"]["x-berth-not-acted-on"],
                         "LifecycleConfiguration.Rules.Transitions")
        with self.refused("InvalidArgument", 400):
            s3.put_bucket_lifecycle_configuration(Bucket=name, LifecycleConfiguration={"Rules": [
                {"Filter": {"Prefix": ""}, "Status": "Enabled", "Expiration": {"Days": 0}}]})
        s3.delete_bucket_lifecycle(Bucket=name)
        with self.refused("NoSuchLifecycleConfiguration", 404):
            s3.get_bucket_lifecycle_configuration(Bucket=name)

    def test_cross_origin_access_is_refused_by_name(self):
        with self.refused("NotImplemented", 501, "origins"):
            self.s3.put_bucket_cors(Bucket=self.name, CORSConfiguration={"CORSRules": [
                {"AllowedMethods": ["GET"], "AllowedOrigins": ["*"]}]})
