# What tests/conformance/tf_walk.py applies: the walkthrough's stack, as people write it for this provider. Endpoint and
# keys come from the environment.
terraform {
  required_providers {
    aws = { source = "hashicorp/aws" }
  }
}

variable "name" { type = string }
variable "days" {
  type    = number
  default = 7
}

provider "aws" {
  s3_use_path_style       = true
  skip_metadata_api_check = true
}

data "aws_caller_identity" "me" {}
data "aws_region" "here" {}
data "aws_availability_zones" "zones" { state = "available" }
data "aws_vpc" "default" { default = true }
data "aws_subnets" "default" {
  filter {
    name   = "vpc-id"
    values = [data.aws_vpc.default.id]
  }
}
data "aws_ssm_parameter" "image" {
  name = "/aws/service/ecs/optimized-ami/amazon-linux-2/recommended/image_id"
}
data "aws_ami" "ecs" {
  owners = ["amazon"]
  filter {
    name   = "image-id"
    values = [data.aws_ssm_parameter.image.value]
  }
}
data "aws_iam_policy_document" "assume" {
  statement {
    actions = ["sts:AssumeRole"]
    principals {
      type        = "Service"
      identifiers = ["ecs-tasks.amazonaws.com", "ec2.amazonaws.com"]
    }
  }
}

resource "aws_s3_bucket" "results" {
  bucket        = "${var.name}-results"
  force_destroy = true
  tags          = { team = "ml" }
}

resource "aws_s3_object" "config" {
  bucket  = aws_s3_bucket.results.id
  key     = "config/train.json"
  content = jsonencode({ days = var.days })
}

resource "aws_cloudwatch_log_group" "tasks" {
  name              = "/ecs/${var.name}"
  retention_in_days = var.days
  tags              = { team = "ml" }
}

resource "aws_ecr_repository" "engine" {
  name         = "${var.name}/engine"
  force_delete = true
}

resource "aws_iam_role" "task" {
  name               = "${var.name}-task"
  assume_role_policy = data.aws_iam_policy_document.assume.json
  tags               = { team = "ml" }
}

resource "aws_iam_role_policy" "results" {
  role = aws_iam_role.task.id
  policy = jsonencode({
    Version = "2012-10-17"
    Statement = [{
      Effect = "Allow", Action = ["s3:PutObject", "s3:GetObject"], Resource = "${aws_s3_bucket.results.arn}/*"
    }]
  })
}

resource "aws_iam_role_policy_attachment" "execution" {
  role       = aws_iam_role.task.name
  policy_arn = "arn:aws:iam::aws:policy/service-role/AmazonECSTaskExecutionRolePolicy"
}

resource "aws_iam_instance_profile" "instance" {
  name = "${var.name}-instance"
  role = aws_iam_role.task.name
}

resource "aws_ecs_cluster" "main" {
  name = var.name
  tags = { team = "ml" }
}

resource "aws_ecs_task_definition" "train" {
  family        = "${var.name}-train"
  task_role_arn = aws_iam_role.task.arn
  container_definitions = jsonencode([{
    name                 = "main"
    image                = "fathom"
    memory               = 128
    cpu                  = 10
    command              = ["true"]
    environment          = [{ name = "BUCKET", value = aws_s3_bucket.results.id }]
    resourceRequirements = [{ type = "GPU", value = "1" }]
    logConfiguration = {
      logDriver = "awslogs"
      options = {
        "awslogs-group"         = aws_cloudwatch_log_group.tasks.name
        "awslogs-region"        = data.aws_region.here.name
        "awslogs-stream-prefix" = "train"
      }
    }
  }])
}

resource "aws_launch_template" "gpu" {
  name_prefix   = "${var.name}-"
  image_id      = data.aws_ssm_parameter.image.value
  instance_type = "g4dn.xlarge"
  user_data     = base64encode("#!/bin/bash\necho ECS_CLUSTER=${aws_ecs_cluster.main.name} >> /etc/ecs/ecs.config\n")
  iam_instance_profile { name = aws_iam_instance_profile.instance.name }
}

resource "aws_autoscaling_group" "gpu" {
  name                = var.name
  min_size            = 0
  max_size            = 1
  desired_capacity    = 1
  vpc_zone_identifier = data.aws_subnets.default.ids
  launch_template {
    id      = aws_launch_template.gpu.id
    version = "$Latest"
  }
  tag {
    key                 = "team"
    value               = "ml"
    propagate_at_launch = true
  }
}

resource "aws_cloudformation_stack" "more" {
  name          = "${var.name}-more"
  template_body = jsonencode({ Resources = { Group = { Type = "AWS::Logs::LogGroup" } }, Outputs = { Name = { Value = { Ref = "Group" } } } })
}

output "account" { value = data.aws_caller_identity.me.account_id }
output "stack_group" { value = aws_cloudformation_stack.more.outputs["Name"] }
output "zones" { value = data.aws_availability_zones.zones.names }
