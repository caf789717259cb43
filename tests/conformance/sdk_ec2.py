"""EC2: the machine's default VPC and its subnets, which templates ask for as parameters."""
from support.case import SdkCase, unique


class Ec2(SdkCase):
    def test_there_is_a_default_vpc_with_subnets_in_it(self):
        ec2 = self.client("ec2")
        vpcs = ec2.describe_vpcs()["Vpcs"]
        default = [v for v in vpcs if v["IsDefault"]]
        self.assertEqual(len(default), 1)
        self.assertRegex(default[0]["VpcId"], "^vpc-[0-9a-f]+$")
        self.assertRegex(default[0]["CidrBlock"], r"^\d+\.\d+\.\d+\.\d+/\d+$")
        self.assertEqual(default[0]["State"], "available")
        subnets = ec2.describe_subnets()["Subnets"]
        self.assertTrue(subnets)
        for subnet in subnets:
            self.assertEqual(subnet["VpcId"], default[0]["VpcId"])
            self.assertRegex(subnet["SubnetId"], "^subnet-[0-9a-f]+$")
            self.assertRegex(subnet["AvailabilityZone"], "^us-east-1[a-z]$")

    def test_filters_and_ids_select(self):
        ec2 = self.client("ec2")
        vpc = ec2.describe_vpcs(Filters=[{"Name": "isDefault", "Values": ["true"]}])["Vpcs"][0]["VpcId"]
        self.assertEqual(ec2.describe_vpcs(Filters=[{"Name": "isDefault", "Values": ["false"]}])["Vpcs"], [])
        self.assertEqual([v["VpcId"] for v in ec2.describe_vpcs(VpcIds=[vpc])["Vpcs"]], [vpc])
        inside = ec2.describe_subnets(Filters=[{"Name": "vpc-id", "Values": [vpc]}])["Subnets"]
        one = inside[0]["SubnetId"]
        self.assertEqual([s["SubnetId"] for s in ec2.describe_subnets(SubnetIds=[one])["Subnets"]], [one])
        self.assertEqual(ec2.describe_subnets(Filters=[{"Name": "vpc-id", "Values": ["vpc-0"]}])["Subnets"], [])

    def test_unknown_ids_are_errors(self):
        ec2 = self.client("ec2")
        with self.refused("InvalidVpcID.NotFound", 400, "vpc-00000000"):
            ec2.describe_vpcs(VpcIds=["vpc-00000000"])
        with self.refused("InvalidSubnetID.NotFound", 400, "subnet-00000000"):
            ec2.describe_subnets(SubnetIds=["subnet-00000000"])

    def test_a_filter_without_a_name_is_an_error(self):
        with self.refused("InvalidParameterValue", 400, "null"):
            self.client("ec2").describe_vpcs(Filters=[{"Values": ["true"]}])

    def test_pages_go_through_the_paginator(self):
        ec2 = self.client("ec2")
        pages = ec2.get_paginator("describe_subnets").paginate()
        self.assertEqual(len(pages.build_full_result()["Subnets"]), len(ec2.describe_subnets()["Subnets"]))

    def test_images_are_those_that_ssm_names(self):
        ec2, name = self.client("ec2"), "/aws/service/ecs/optimized-ami/amazon-linux-2/gpu/recommended/image_id"
        image = self.client("ssm").get_parameter(Name=name)["Parameter"]["Value"]
        found = ec2.describe_images(ImageIds=[image], Owners=["amazon"])["Images"]
        self.assertEqual([(i["ImageId"], i["State"], i["Public"]) for i in found], [(image, "available", True)])
        self.assertRegex(found[0]["Name"], "^amzn2-ami-ecs-gpu-hvm-")
        with self.refused("InvalidAMIID.NotFound", 400):
            ec2.describe_images(ImageIds=["ami-00000000"])

    def test_the_machine_is_an_instance_of_the_cluster_default(self):
        ecs, ec2 = self.client("ecs"), self.client("ec2")
        arn = ecs.list_container_instances()["containerInstanceArns"][0]
        wanted = ecs.describe_container_instances(containerInstances=[arn])["containerInstances"][0]["ec2InstanceId"]
        instance = ec2.describe_instances(InstanceIds=[wanted])["Reservations"][0]["Instances"][0]
        self.assertEqual((instance["InstanceId"], instance["State"]), (wanted, {"Code": 16, "Name": "running"}))
        with self.refused("InvalidInstanceID.NotFound", 400):
            ec2.describe_instances(InstanceIds=["i-00000000"])

    def test_types_are_described_and_there_are_no_key_pairs(self):
        ec2 = self.client("ec2")
        found = ec2.describe_instance_types(InstanceTypes=["g5.xlarge"])["InstanceTypes"][0]
        self.assertEqual((found["VCpuInfo"]["DefaultVCpus"], found["MemoryInfo"]["SizeInMiB"]), (4, 16384))
        self.assertEqual(found["GpuInfo"]["Gpus"][0]["Name"], "A10G")
        self.assertEqual(ec2.describe_key_pairs()["KeyPairs"], [])
        with self.refused("InvalidKeyPair.NotFound", 400):
            ec2.describe_key_pairs(KeyNames=["mine"])

    def test_launch_templates_have_versions(self):
        ec2, name = self.client("ec2"), unique("template")
        made = ec2.create_launch_template(LaunchTemplateName=name, VersionDescription="first", LaunchTemplateData={
            "InstanceType": "t3.small", "ImageId": "ami-12345678", "SecurityGroupIds": ["sg-1"],
            "MetadataOptions": {"HttpTokens": "required"}})["LaunchTemplate"]
        self.assertRegex(made["LaunchTemplateId"], "^lt-[0-9a-f]{17}$")
        added = ec2.create_launch_template_version(LaunchTemplateId=made["LaunchTemplateId"], SourceVersion="1",
                                                   LaunchTemplateData={"InstanceType": "t3.medium"})
        self.assertEqual(added["LaunchTemplateVersion"]["VersionNumber"], 2)
        versions = ec2.describe_launch_template_versions(LaunchTemplateName=name)["LaunchTemplateVersions"]
        self.assertEqual([v["LaunchTemplateData"]["InstanceType"] for v in versions], ["t3.medium", "t3.small"])
        self.assertEqual([v["LaunchTemplateData"]["SecurityGroupIds"] for v in versions], [["sg-1"], ["sg-1"]])
        self.assertEqual(versions[1]["VersionDescription"], "first")
        ec2.modify_launch_template(LaunchTemplateName=name, DefaultVersion="2")
        shown = ec2.describe_launch_templates(LaunchTemplateNames=[name])["LaunchTemplates"][0]
        self.assertEqual((shown["DefaultVersionNumber"], shown["LatestVersionNumber"]), (2, 2))
        with self.refused("InvalidLaunchTemplateName.AlreadyExistsException", 400):
            ec2.create_launch_template(LaunchTemplateName=name, LaunchTemplateData={"ImageId": "ami-1"})
        ec2.delete_launch_template(LaunchTemplateName=name)
        with self.refused("InvalidLaunchTemplateName.NotFoundException", 400):
            ec2.describe_launch_templates(LaunchTemplateNames=[name])

    def test_a_vpcs_attributes_are_told_one_by_one(self):
        ec2 = self.client("ec2")
        vpc = ec2.describe_vpcs()["Vpcs"][0]["VpcId"]
        for attribute, member, value in (("enableDnsSupport", "EnableDnsSupport", True),
                                         ("enableDnsHostnames", "EnableDnsHostnames", True)):
            answer = ec2.describe_vpc_attribute(VpcId=vpc, Attribute=attribute)
            self.assertEqual((answer["VpcId"], answer[member]), (vpc, {"Value": value}))
        with self.refused("InvalidParameterValue", 400):
            ec2.describe_vpc_attribute(VpcId=vpc, Attribute="nonsense")
        with self.refused("InvalidVpcID.NotFound", 400):
            ec2.describe_vpc_attribute(VpcId="vpc-0", Attribute="enableDnsSupport")

    def test_an_operation_that_is_not_there_says_so(self):
        with self.refused("InvalidAction", 400):
            self.client("ec2").describe_volumes()

    def test_a_wrong_secret_is_refused_as_ec2_does(self):
        with self.refused("AuthFailure", 401):
            self.client("ec2", aws_access_key_id="AKIDNOBODY").describe_vpcs()
        with self.refused("SignatureDoesNotMatch", 403):
            self.client("ec2", aws_secret_access_key="wrong").describe_vpcs()
