"""Templates that several tests use."""

WALK = """
AWSTemplateFormatVersion: '2010-09-09'
Description: walk
Parameters:
  Name: {Type: String}
  Days: {Type: Number, Default: 7, AllowedValues: [1, 3, 7, 14]}
Conditions:
  Named: !Not [!Equals [!Ref Name, '']]
Resources:
  Cluster:
    Type: AWS::ECS::Cluster
    Properties: {ClusterName: !Ref Name}
  Group:
    Type: AWS::Logs::LogGroup
    Properties: {LogGroupName: !Sub '/ecs/${Name}', RetentionInDays: !Ref Days}
  Role:
    Type: AWS::IAM::Role
    Properties:
      AssumeRolePolicyDocument:
        Version: '2012-10-17'
        Statement: [{Effect: Allow, Principal: {Service: ecs-tasks.amazonaws.com}, Action: 'sts:AssumeRole'}]
  Bucket:
    Type: AWS::S3::Bucket
    Condition: Named
  Repo:
    Type: AWS::ECR::Repository
    Properties: {RepositoryName: !Sub '${Name}-repo'}
  Task:
    Type: AWS::ECS::TaskDefinition
    Properties:
      Family: !Sub '${Name}-task'
      TaskRoleArn: !GetAtt Role.Arn
      ContainerDefinitions:
      - Name: main
        Image: !Join ['/', [registry.invalid, !Ref Repo]]
        Memory: 128
        Cpu: 10
        ResourceRequirements: [{Type: GPU, Value: '1'}]
        LogConfiguration:
          LogDriver: awslogs
          Options: {awslogs-group: !Ref Group, awslogs-region: !Ref 'AWS::Region', awslogs-stream-prefix: p}
Outputs:
  ClusterArn: {Value: !GetAtt Cluster.Arn}
  TaskArn: {Value: !Ref Task}
  BucketName: {Condition: Named, Value: !Ref Bucket}
"""
