// The application that tests/conformance/cdk_deploy.py deploys: a cluster, a task definition with its log group and
// role, and a bucket. STACK names the stack, VPC_ID the network
// that is there already; VARIANT chooses what is changed; SYNTHESIZER=default needs a bootstrapped
// account, as any CDK application does that says nothing else.
const cdk = require('aws-cdk-lib');
const ec2 = require('aws-cdk-lib/aws-ec2');
const ecs = require('aws-cdk-lib/aws-ecs');
const logs = require('aws-cdk-lib/aws-logs');
const s3 = require('aws-cdk-lib/aws-s3');
const assets = require('aws-cdk-lib/aws-s3-assets');

const { STACK, VPC_ID, VARIANT = '', SYNTHESIZER = 'legacy' } = process.env;

class Training extends cdk.Stack {
  constructor(scope, id, properties) {
    super(scope, id, properties);
    const removalPolicy = cdk.RemovalPolicy.DESTROY;
    const vpc = ec2.Vpc.fromVpcAttributes(this, 'Network', { vpcId: VPC_ID, availabilityZones: ['us-east-1a'] });
    const cluster = new ecs.Cluster(this, 'Cluster', { vpc, clusterName: `${id}-cluster` });
    const group = new logs.LogGroup(this, 'Tasks', {
      // A name that is taken fails when the group is made, which rolls the stack back.
      logGroupName: VARIANT === 'broken' ? `/cdk/${id}/taken` : `/cdk/${id}`, removalPolicy,
      retention: VARIANT === 'changed' ? logs.RetentionDays.TWO_WEEKS : logs.RetentionDays.ONE_WEEK,
    });
    const results = new s3.Bucket(this, 'Results', { removalPolicy, blockPublicAccess: s3.BlockPublicAccess.BLOCK_ALL });
    const task = new ecs.Ec2TaskDefinition(this, 'Task', { family: `${id}-train` });
    task.addContainer('main', {
      image: ecs.ContainerImage.fromRegistry('fathom'), memoryLimitMiB: 128, cpu: 10, gpuCount: 1,
      command: ['true'], environment: { RESULTS: results.bucketName },
      logging: ecs.LogDrivers.awsLogs({ logGroup: group, streamPrefix: 'train' }),
    });
    results.grantReadWrite(task.taskRole);
    if (SYNTHESIZER === 'default') {
      const asset = new assets.Asset(this, 'Config', { path: __filename });
      const folder = new assets.Asset(this, 'Folder', { path: __dirname });
      new cdk.CfnOutput(this, 'Asset', { value: asset.s3ObjectUrl });
      new cdk.CfnOutput(this, 'FolderAsset', { value: folder.s3ObjectUrl });
    }
    new cdk.CfnOutput(this, 'ClusterName', { value: cluster.clusterName });
    new cdk.CfnOutput(this, 'BucketName', { value: results.bucketName });
    new cdk.CfnOutput(this, 'TaskDefinition', { value: task.taskDefinitionArn });
  }
}

const app = new cdk.App({ analyticsReporting: false });
new Training(app, STACK, {
  synthesizer: SYNTHESIZER === 'default' ? new cdk.DefaultStackSynthesizer() : new cdk.LegacyStackSynthesizer(),
});
