"""EC2: the machine's default VPC and its subnets, which templates ask for as parameters."""
from support.case import SdkCase


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

    def test_an_operation_that_is_not_there_says_so(self):
        with self.refused("InvalidAction", 400):
            self.client("ec2").describe_instances()

    def test_a_wrong_secret_is_refused_as_ec2_does(self):
        with self.refused("AuthFailure", 401):
            self.client("ec2", aws_access_key_id="AKIDNOBODY").describe_vpcs()
        with self.refused("SignatureDoesNotMatch", 403):
            self.client("ec2", aws_secret_access_key="wrong").describe_vpcs()
