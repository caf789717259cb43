#include "berth/identity/managed_policies.hpp"

#include "base/check.hpp"

#include <array>
#include <map>
#include <string>

namespace berth::identity {
namespace {

/// The statements are AWS's, as its managed policy reference shows them. Actions of services that Berth does
/// not have are left as they are: they grant what nobody can do. Only of ReadOnlyAccess, which names some 2,700 actions,
/// those of other services are left out.
struct Entry {
  std::string_view arn, document;
};

constexpr std::array entries = {
    Entry{"arn:aws:iam::aws:policy/AdministratorAccess",
          R"({"Version":"2012-10-17","Statement":[{"Effect":"Allow","Action":"*","Resource":"*"}]})"},
    Entry{"arn:aws:iam::aws:policy/PowerUserAccess",
          R"({"Version":"2012-10-17","Statement":[
            {"Effect":"Allow","NotAction":["iam:*","organizations:*","account:*"],"Resource":"*"},
            {"Effect":"Allow","Action":["account:GetAccountInformation","account:GetGovCloudAccountInformation",
              "account:GetPrimaryEmail","account:ListRegions","iam:CreateServiceLinkedRole",
              "iam:DeleteServiceLinkedRole","iam:ListRoles","organizations:DescribeEffectivePolicy",
              "organizations:DescribeOrganization"],"Resource":"*"}]})"},
    Entry{"arn:aws:iam::aws:policy/ReadOnlyAccess",
          R"({"Version":"2012-10-17","Statement":[
            {"Sid":"ReadOnlyActionsGroup1","Effect":"Allow","Action":["autoscaling:Describe*",
              "autoscaling:GetPredictiveScalingForecast","cloudformation:BatchDescribeTypeConfigurations",
              "cloudformation:Describe*","cloudformation:Detect*","cloudformation:Estimate*",
              "cloudformation:Get*","cloudformation:List*","cloudformation:ValidateTemplate","ec2:Describe*",
              "ec2:DescribeInstanceImageMetadata","ec2:Get*","ec2:ListImagesInRecycleBin",
              "ec2:ListSnapshotsInRecycleBin","ec2:SearchLocalGatewayRoutes",
              "ec2:SearchTransitGatewayRoutes","ecr:BatchCheck*","ecr:BatchGet*","ecr:Describe*","ecr:Get*",
              "ecr:List*","ecs:Describe*","ecs:List*","iam:Generate*","iam:Get*","iam:List*",
              "iam:Simulate*"],"Resource":"*"},
            {"Sid":"ReadOnlyActionsGroup2","Effect":"Allow","Action":["logs:Describe*","logs:FilterLogEvents",
              "logs:Get*","logs:ListAggregateLogGroupSummaries","logs:ListAnomalies",
              "logs:ListEntitiesForLogGroup","logs:ListIntegrations","logs:ListLogAnomalyDetectors",
              "logs:ListLogDeliveries","logs:ListLogGroupsForEntity","logs:ListLogGroupsForQuery",
              "logs:ListScheduledQueries","logs:ListSourcesForS3TableIntegration","logs:ListTagsForResource",
              "logs:ListTagsLogGroup","logs:StartLiveTail","logs:StartQuery","logs:StopLiveTail",
              "logs:StopQuery","logs:TestMetricFilter","s3:DescribeJob","s3:Get*","s3:List*","ssm:Describe*",
              "ssm:Get*","ssm:List*","sts:GetAccessKeyInfo","sts:GetCallerIdentity","sts:GetSessionToken"],
              "Resource":"*"}]})"},
    Entry{"arn:aws:iam::aws:policy/IAMFullAccess",
          R"({"Version":"2012-10-17","Statement":[{"Effect":"Allow","Action":["iam:*",
            "organizations:DescribeAccount","organizations:DescribeOrganization",
            "organizations:DescribeOrganizationalUnit","organizations:DescribePolicy",
            "organizations:ListChildren","organizations:ListParents","organizations:ListPoliciesForTarget",
            "organizations:ListRoots","organizations:ListPolicies","organizations:ListTargetsForPolicy"],
            "Resource":"*"}]})"},
    Entry{"arn:aws:iam::aws:policy/AWSCloudFormationReadOnlyAccess",
          R"({"Version":"2012-10-17","Statement":[{"Effect":"Allow","Action":["cloudformation:Describe*",
            "cloudformation:BatchDescribe*","cloudformation:EstimateTemplateCost","cloudformation:Get*",
            "cloudformation:List*","cloudformation:ValidateTemplate","cloudformation:Detect*"],
            "Resource":"*"}]})"},
    Entry{"arn:aws:iam::aws:policy/service-role/AmazonEC2ContainerServiceforEC2Role",
          R"({"Version":"2012-10-17","Statement":[
            {"Effect":"Allow","Action":["ec2:DescribeTags","ecs:CreateCluster","ecs:DeregisterContainerInstance",
              "ecs:DiscoverPollEndpoint","ecs:Poll","ecs:RegisterContainerInstance","ecs:StartTelemetrySession",
              "ecs:UpdateContainerInstancesState","ecs:Submit*","ecr:GetAuthorizationToken",
              "ecr:BatchCheckLayerAvailability","ecr:GetDownloadUrlForLayer","ecr:BatchGetImage",
              "logs:CreateLogStream","logs:PutLogEvents"],"Resource":"*"},
            {"Effect":"Allow","Action":"ecs:TagResource","Resource":"*","Condition":{"StringEquals":
              {"ecs:CreateAction":["CreateCluster","RegisterContainerInstance"]}}}]})"},
    Entry{"arn:aws:iam::aws:policy/service-role/AmazonECSTaskExecutionRolePolicy",
          R"({"Version":"2012-10-17","Statement":[{"Effect":"Allow","Action":["ecr:GetAuthorizationToken",
            "ecr:BatchCheckLayerAvailability","ecr:GetDownloadUrlForLayer","ecr:BatchGetImage",
            "logs:CreateLogStream","logs:PutLogEvents"],"Resource":"*"}]})"},
    Entry{"arn:aws:iam::aws:policy/AmazonEC2ContainerRegistryReadOnly",
          R"({"Version":"2012-10-17","Statement":[{"Effect":"Allow","Action":["ecr:GetAuthorizationToken",
            "ecr:BatchCheckLayerAvailability","ecr:GetDownloadUrlForLayer","ecr:GetRepositoryPolicy",
            "ecr:DescribeRepositories","ecr:ListImages","ecr:DescribeImages","ecr:BatchGetImage",
            "ecr:GetLifecyclePolicy","ecr:GetLifecyclePolicyPreview","ecr:ListTagsForResource",
            "ecr:DescribeImageScanFindings"],"Resource":"*"}]})"},
    Entry{"arn:aws:iam::aws:policy/AmazonEC2ContainerRegistryPowerUser",
          R"({"Version":"2012-10-17","Statement":[{"Effect":"Allow","Action":["ecr:GetAuthorizationToken",
            "ecr:BatchCheckLayerAvailability","ecr:GetDownloadUrlForLayer","ecr:GetRepositoryPolicy",
            "ecr:DescribeRepositories","ecr:ListImages","ecr:DescribeImages","ecr:BatchGetImage",
            "ecr:GetLifecyclePolicy","ecr:GetLifecyclePolicyPreview","ecr:ListTagsForResource",
            "ecr:DescribeImageScanFindings","ecr:InitiateLayerUpload","ecr:UploadLayerPart",
            "ecr:CompleteLayerUpload","ecr:PutImage"],"Resource":"*"}]})"},
    Entry{
        "arn:aws:iam::aws:policy/AmazonEC2ContainerRegistryFullAccess",
        R"({"Version":"2012-10-17","Statement":[{"Effect":"Allow","Action":["ecr:*","cloudtrail:LookupEvents"],
            "Resource":"*"},{"Effect":"Allow","Action":["iam:CreateServiceLinkedRole"],"Resource":"*","Condition":
            {"StringEquals":{"iam:AWSServiceName":["replication.ecr.amazonaws.com"]}}}]})"},
    Entry{"arn:aws:iam::aws:policy/AmazonECS_FullAccess",
          R"({"Version":"2012-10-17","Statement":[
            {"Effect":"Allow","Action":["application-autoscaling:*","autoscaling:CreateAutoScalingGroup",
              "autoscaling:CreateLaunchConfiguration","autoscaling:DeleteAutoScalingGroup",
              "autoscaling:DeleteLaunchConfiguration","autoscaling:Describe*",
              "autoscaling:UpdateAutoScalingGroup","cloudformation:CreateStack","cloudformation:DeleteStack",
              "cloudformation:DescribeStack*","cloudformation:UpdateStack","ec2:Describe*",
              "ecr:GetAuthorizationToken","ecr:BatchGetImage","ecs:*","iam:ListInstanceProfiles","iam:ListRoles",
              "logs:CreateLogGroup","logs:DescribeLogGroups","logs:FilterLogEvents"],"Resource":"*"},
            {"Effect":"Allow","Action":"iam:PassRole","Resource":["*"],"Condition":{"StringLike":
              {"iam:PassedToService":"ecs-tasks.amazonaws.com"}}},
            {"Effect":"Allow","Action":"iam:PassRole","Resource":"arn:aws:iam::*:role/ecsInstanceRole*","Condition":
              {"StringLike":{"iam:PassedToService":["ec2.amazonaws.com","ec2.amazonaws.com.cn"]}}}]})"},
    Entry{"arn:aws:iam::aws:policy/AmazonS3FullAccess",
          R"({"Version":"2012-10-17","Statement":[{"Effect":"Allow","Action":["s3:*","s3-object-lambda:*"],
            "Resource":"*"}]})"},
    Entry{
        "arn:aws:iam::aws:policy/AmazonS3ReadOnlyAccess",
        R"({"Version":"2012-10-17","Statement":[{"Effect":"Allow","Action":["s3:Get*","s3:List*","s3:Describe*",
            "s3-object-lambda:Get*","s3-object-lambda:List*"],"Resource":"*"}]})"},
    Entry{"arn:aws:iam::aws:policy/CloudWatchLogsFullAccess",
          R"({"Version":"2012-10-17","Statement":[{"Effect":"Allow","Action":["logs:*",
            "cloudwatch:GenerateQuery"],"Resource":"*"}]})"},
    Entry{"arn:aws:iam::aws:policy/CloudWatchLogsReadOnlyAccess",
          R"({"Version":"2012-10-17","Statement":[{"Effect":"Allow","Action":["logs:Describe*","logs:Get*",
            "logs:List*","logs:StartQuery","logs:StopQuery","logs:TestMetricFilter","logs:FilterLogEvents",
            "logs:StartLiveTail","logs:StopLiveTail","cloudwatch:GenerateQuery"],"Resource":"*"}]})"},
    Entry{"arn:aws:iam::aws:policy/CloudWatchAgentServerPolicy",
          R"({"Version":"2012-10-17","Statement":[
            {"Effect":"Allow","Action":["cloudwatch:PutMetricData","ec2:DescribeVolumes","ec2:DescribeTags",
              "logs:PutLogEvents","logs:PutRetentionPolicy","logs:DescribeLogStreams","logs:DescribeLogGroups",
              "logs:CreateLogStream","logs:CreateLogGroup","xray:PutTraceSegments"],"Resource":"*"},
            {"Effect":"Allow","Action":["ssm:GetParameter"],
              "Resource":"arn:aws:ssm:*:*:parameter/AmazonCloudWatch-*"}]})"},
    Entry{"arn:aws:iam::aws:policy/AmazonEC2ReadOnlyAccess",
          R"({"Version":"2012-10-17","Statement":[{"Effect":"Allow","Action":["ec2:Describe*",
            "elasticloadbalancing:Describe*","cloudwatch:ListMetrics","cloudwatch:GetMetricStatistics",
            "cloudwatch:Describe*","autoscaling:Describe*"],"Resource":"*"}]})"},
    Entry{"arn:aws:iam::aws:policy/AmazonSSMManagedInstanceCore",
          R"({"Version":"2012-10-17","Statement":[{"Effect":"Allow","Action":["ssm:DescribeAssociation",
            "ssm:GetDocument","ssm:GetParameter","ssm:GetParameters","ssm:ListAssociations",
            "ssm:PutInventory","ssm:UpdateInstanceInformation","ssmmessages:*","ec2messages:*"],
            "Resource":"*"}]})"},
};

std::map<std::string_view, PolicyDocument> parse_all() {
  std::map<std::string_view, PolicyDocument> parsed;
  for (const Entry& entry : entries) {
    auto document = parse_policy(entry.document, PolicyKind::Identity);
    BERTH_CHECK(document, "the built-in policies are valid");
    parsed.emplace(entry.arn, std::move(*document));
  }
  return parsed;
}

}  // namespace

const PolicyDocument* managed_policy(std::string_view arn) {
  static const auto parsed = parse_all();  // a constant, in effect: made once, never changed
  const auto found = parsed.find(arn);
  return found == parsed.end() ? nullptr : &found->second;
}

std::string_view managed_policy_text(std::string_view arn) {
  for (const Entry& entry : entries)
    if (entry.arn == arn) return entry.document;
  return {};
}

std::vector<std::string_view> managed_policy_arns() {
  std::vector<std::string_view> arns;
  for (const Entry& entry : entries) arns.push_back(entry.arn);
  return arns;
}

}  // namespace berth::identity
