"""SSM: Amazon's public parameters that name the machine images for ECS."""
import json

from support.case import SdkCase

folder = "/aws/service/ecs/optimized-ami/amazon-linux-2"


class Ssm(SdkCase):
    def test_the_image_of_a_family_is_the_same_in_every_form(self):
        ssm = self.client("ssm")
        for family in (folder, folder + "/gpu", folder + "/arm64", folder + "/inf", folder + "023", folder + "023/gpu"):
            document = ssm.get_parameter(Name=family + "/recommended")["Parameter"]
            image = ssm.get_parameter(Name=family + "/recommended/image_id")["Parameter"]
            self.assertEqual(json.loads(document["Value"])["image_id"], image["Value"])
            self.assertRegex(image["Value"], "^ami-[0-9a-f]{17}$")
            self.assertEqual(image["Type"], "String")
            self.assertEqual(image["Version"], 1)
            self.assertEqual(image["ARN"], f"arn:aws:ssm:us-east-1::parameter{family}/recommended/image_id")

    def test_names_that_are_not_there_are_told(self):
        ssm = self.client("ssm")
        with self.refused("ParameterNotFound"):
            ssm.get_parameter(Name="/mine")
        answer = ssm.get_parameters(Names=["/mine", folder + "/recommended"])
        self.assertEqual([p["Name"] for p in answer["Parameters"]], [folder + "/recommended"])
        self.assertEqual(answer["InvalidParameters"], ["/mine"])
        with self.refused("ValidationException"):
            ssm.get_parameters(Names=["/mine"] * 11)
        with self.refused("ValidationException"):
            ssm.get_parameters()

    def test_a_path_is_listed_in_pages(self):
        ssm = self.client("ssm")
        children = ssm.get_parameters_by_path(Path=folder + "/recommended")["Parameters"]
        self.assertEqual([p["Name"].rsplit("/", 1)[1] for p in children],
                         ["ecs_agent_version", "ecs_runtime_version", "image_id", "image_name", "image_version", "os",
                          "schema_version", "source_image_name"])
        pages = ssm.get_paginator("get_parameters_by_path").paginate(Path="/aws/service/ecs", Recursive=True)
        names = [p["Name"] for p in pages.build_full_result()["Parameters"]]
        self.assertEqual(names, sorted(set(names)))
        self.assertIn(folder + "/gpu/recommended/image_id", names)
        with self.refused("ValidationException"):
            ssm.get_parameters_by_path(Path="mine")

    def test_a_stack_reads_the_same_image(self):
        name = folder + "/gpu/recommended/image_id"
        stack = self.create_stack({
            "Parameters": {"Image": {"Type": "AWS::SSM::Parameter::Value<AWS::EC2::Image::Id>", "Default": name}},
            "Resources": {"Group": {"Type": "AWS::Logs::LogGroup"}},
            "Outputs": {"Image": {"Value": {"Ref": "Image"}}}})
        self.assertEqual(self.outputs(stack)["Image"], self.client("ssm").get_parameter(Name=name)["Parameter"]["Value"])

    def test_a_session_reads_what_its_role_may(self):
        keys = self.client("sts").assume_role(RoleArn=self.role("ssm:GetParameter"),
                                              RoleSessionName="reader")["Credentials"]
        ssm = self.client("ssm", aws_access_key_id=keys["AccessKeyId"], aws_session_token=keys["SessionToken"],
                          aws_secret_access_key=keys["SecretAccessKey"])
        ssm.get_parameter(Name=folder + "/recommended")
        with self.refused("AccessDeniedException", 400, "ssm:GetParameters on resource"):
            ssm.get_parameters(Names=[folder + "/recommended"])
