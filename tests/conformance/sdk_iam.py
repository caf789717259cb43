"""IAM by its API: roles, policies and instance profiles, and that what they say holds from the next call on."""
import json

from support.case import SdkCase, account, unique

BY_ACCOUNT = json.dumps({"Version": "2012-10-17", "Statement": [
    {"Effect": "Allow", "Principal": {"AWS": f"arn:aws:iam::{account}:root"}, "Action": "sts:AssumeRole"}]})


def allow(*actions, resource="*"):
    return json.dumps({"Version": "2012-10-17", "Statement": [
        {"Effect": "Allow", "Action": list(actions), "Resource": resource}]})


class Iam(SdkCase):
    def made_role(self, **arguments):
        iam, name = self.client("iam"), unique("role")
        role = iam.create_role(RoleName=name, AssumeRolePolicyDocument=BY_ACCOUNT, **arguments)["Role"]
        self.addCleanup(self.remove_role, iam, name)
        return role

    @staticmethod
    def remove_role(iam, name):
        for policy in iam.list_role_policies(RoleName=name)["PolicyNames"]:
            iam.delete_role_policy(RoleName=name, PolicyName=policy)
        for policy in iam.list_attached_role_policies(RoleName=name)["AttachedPolicies"]:
            iam.detach_role_policy(RoleName=name, PolicyArn=policy["PolicyArn"])
        iam.delete_role(RoleName=name)

    def session(self, role, service):
        keys = self.client("sts").assume_role(RoleArn=role["Arn"], RoleSessionName="session")["Credentials"]
        return self.client(service, aws_access_key_id=keys["AccessKeyId"], aws_session_token=keys["SessionToken"],
                           aws_secret_access_key=keys["SecretAccessKey"])

    def test_a_role_is_shown_as_it_was_made(self):
        iam = self.client("iam")
        role = self.made_role(Path="/team/", Description="what for", MaxSessionDuration=7200,
                              Tags=[{"Key": "k", "Value": "v"}])
        self.assertEqual(role["Arn"], f"arn:aws:iam::{account}:role/team/{role['RoleName']}")
        self.assertRegex(role["RoleId"], "^AROA[A-Z0-9]{17}$")
        shown = iam.get_role(RoleName=role["RoleName"])["Role"]
        self.assertEqual(shown["AssumeRolePolicyDocument"], json.loads(BY_ACCOUNT))
        self.assertEqual((shown["Description"], shown["MaxSessionDuration"]), ("what for", 7200))
        self.assertEqual(shown["Tags"], [{"Key": "k", "Value": "v"}])
        self.assertEqual(shown["CreateDate"], role["CreateDate"])
        listed = iam.get_paginator("list_roles").paginate(PathPrefix="/team/", PaginationConfig={"PageSize": 1})
        self.assertIn(role["RoleName"], [r["RoleName"] for r in listed.build_full_result()["Roles"]])

    def test_a_role_may_do_what_it_is_given_and_nothing_else_from_the_next_call_on(self):
        iam, role = self.client("iam"), self.made_role()
        ecs = self.session(role, "ecs")
        with self.refused("AccessDeniedException", 400, "ecs:ListClusters"):
            ecs.list_clusters()
        iam.put_role_policy(RoleName=role["RoleName"], PolicyName="own", PolicyDocument=allow("ecs:ListClusters"))
        ecs.list_clusters()
        with self.refused("AccessDeniedException", 400, "ecs:CreateCluster"):
            ecs.create_cluster(clusterName="no")
        self.assertEqual(iam.get_role_policy(RoleName=role["RoleName"], PolicyName="own")["PolicyDocument"],
                         json.loads(allow("ecs:ListClusters")))
        iam.delete_role_policy(RoleName=role["RoleName"], PolicyName="own")
        with self.refused("AccessDeniedException"):
            ecs.list_clusters()
        with self.refused("AccessDenied", 403, "iam:ListRoles"):
            self.session(role, "iam").list_roles()

    def test_a_policy_of_its_own_is_attached_and_detached(self):
        iam, role = self.client("iam"), self.made_role()
        policy = iam.create_policy(PolicyName=unique("policy"), PolicyDocument=allow("ecs:ListClusters"),
                                   Description="d")["Policy"]
        self.assertEqual((policy["DefaultVersionId"], policy["AttachmentCount"]), ("v1", 0))
        ecs = self.session(role, "ecs")
        iam.attach_role_policy(RoleName=role["RoleName"], PolicyArn=policy["Arn"])
        ecs.list_clusters()
        self.assertEqual(iam.list_attached_role_policies(RoleName=role["RoleName"])["AttachedPolicies"],
                         [{"PolicyName": policy["PolicyName"], "PolicyArn": policy["Arn"]}])
        self.assertEqual(iam.get_policy(PolicyArn=policy["Arn"])["Policy"]["AttachmentCount"], 1)
        version = iam.get_policy_version(PolicyArn=policy["Arn"], VersionId="v1")["PolicyVersion"]
        self.assertEqual(version["Document"], json.loads(allow("ecs:ListClusters")))
        self.assertEqual([v["VersionId"] for v in iam.list_policy_versions(PolicyArn=policy["Arn"])["Versions"]], ["v1"])
        with self.refused("DeleteConflict", 409):
            iam.delete_policy(PolicyArn=policy["Arn"])
        with self.refused("DeleteConflict", 409, "detach all policies first"):
            iam.delete_role(RoleName=role["RoleName"])
        iam.detach_role_policy(RoleName=role["RoleName"], PolicyArn=policy["Arn"])
        with self.refused("AccessDeniedException"):
            ecs.list_clusters()
        self.assertIn(policy["Arn"], [p["Arn"] for p in iam.list_policies(Scope="Local")["Policies"]])
        iam.delete_policy(PolicyArn=policy["Arn"])
        with self.refused("NoSuchEntity", 404):
            iam.get_policy(PolicyArn=policy["Arn"])

    def test_whom_a_role_trusts_can_be_changed(self):
        iam, role = self.client("iam"), self.made_role()
        self.session(role, "sts").get_caller_identity()
        iam.update_assume_role_policy(RoleName=role["RoleName"], PolicyDocument=json.dumps(
            {"Version": "2012-10-17", "Statement": [{"Effect": "Allow", "Action": "sts:AssumeRole",
                                                     "Principal": {"Service": "ecs-tasks.amazonaws.com"}}]}))
        with self.refused("AccessDenied", 403):
            self.session(role, "sts")

    def test_tags_of_a_role(self):
        iam, name = self.client("iam"), self.made_role()["RoleName"]
        iam.tag_role(RoleName=name, Tags=[{"Key": "a", "Value": "1"}, {"Key": "b", "Value": "2"}])
        iam.untag_role(RoleName=name, TagKeys=["a"])
        self.assertEqual(iam.list_role_tags(RoleName=name)["Tags"], [{"Key": "b", "Value": "2"}])

    def test_an_instance_profile_holds_one_role(self):
        iam, role, name = self.client("iam"), self.made_role(), unique("profile")
        profile = iam.create_instance_profile(InstanceProfileName=name)["InstanceProfile"]
        self.assertEqual((profile["Arn"], profile["Roles"]), (f"arn:aws:iam::{account}:instance-profile/{name}", []))
        with self.refused("EntityAlreadyExists", 409):
            iam.create_instance_profile(InstanceProfileName=name)
        iam.add_role_to_instance_profile(InstanceProfileName=name, RoleName=role["RoleName"])
        with self.refused("LimitExceeded", 409):
            iam.add_role_to_instance_profile(InstanceProfileName=name, RoleName=role["RoleName"])
        for profiles in (iam.list_instance_profiles_for_role(RoleName=role["RoleName"])["InstanceProfiles"],
                         [iam.get_instance_profile(InstanceProfileName=name)["InstanceProfile"]]):
            self.assertEqual([r["Arn"] for p in profiles for r in p["Roles"]], [role["Arn"]])
        with self.refused("DeleteConflict", 409):
            iam.delete_role(RoleName=role["RoleName"])
        iam.remove_role_from_instance_profile(InstanceProfileName=name, RoleName=role["RoleName"])
        iam.delete_instance_profile(InstanceProfileName=name)
        with self.refused("NoSuchEntity", 404):
            iam.get_instance_profile(InstanceProfileName=name)

    def test_mistakes_are_refused_as_iam_does(self):
        iam, name = self.client("iam"), self.made_role()["RoleName"]
        with self.refused("EntityAlreadyExists", 409, f"Role with name {name} already exists."):
            iam.create_role(RoleName=name, AssumeRolePolicyDocument=BY_ACCOUNT)
        with self.refused("MalformedPolicyDocument"):
            iam.create_role(RoleName=unique(), AssumeRolePolicyDocument="{")
        with self.refused("MalformedPolicyDocument"):
            iam.put_role_policy(RoleName=name, PolicyName="p", PolicyDocument="[]")
        with self.refused("NoSuchEntity", 404, "The role with name nobody cannot be found."):
            iam.get_role(RoleName="nobody")
        with self.refused("NoSuchEntity", 404):
            iam.attach_role_policy(RoleName=name, PolicyArn=f"arn:aws:iam::{account}:policy/none")
        with self.refused("ValidationError"):
            iam.create_role(RoleName="a b", AssumeRolePolicyDocument=BY_ACCOUNT)

    def test_stacks_and_the_api_see_the_same_roles(self):
        arn = self.role(["ecs:ListClusters"])
        iam, name = self.client("iam"), arn.rsplit("/", 1)[1]
        self.assertEqual(iam.get_role(RoleName=name)["Role"]["Arn"], arn)
        iam.put_role_policy(RoleName=name, PolicyName="more", PolicyDocument=allow("ecs:CreateCluster"))
        self.assertEqual(iam.list_role_policies(RoleName=name)["PolicyNames"], ["more", "what"])
        iam.delete_role_policy(RoleName=name, PolicyName="more")
