// EC2, Auto Scaling and SSM through the SDK for JavaScript: what instances there are, and what they are made of.
const AutoScaling = require('@aws-sdk/client-auto-scaling');
const EC2 = require('@aws-sdk/client-ec2');
const ECS = require('@aws-sdk/client-ecs');
const SSM = require('@aws-sdk/client-ssm');
const { absent, assert, client, pages, recent, refused, region, test, unique, waitFor } = require('../support/sdk.cjs');

const scaling = client(AutoScaling.AutoScalingClient);
const ec2 = client(EC2.EC2Client);
const ecs = client(ECS.ECSClient);
const ssm = client(SSM.SSMClient);
const scale = (Command, input = {}) => scaling.send(new AutoScaling[`${Command}Command`](input));
const ask = (Command, input = {}) => ec2.send(new EC2[`${Command}Command`](input));

async function template(later, cluster) {
  const LaunchTemplateName = unique('js');
  const UserData = Buffer.from(`#!/bin/sh\necho ECS_CLUSTER=${cluster} >> /etc/ecs/ecs.config\n`).toString('base64');
  const made = await ask('CreateLaunchTemplate', {
    LaunchTemplateName, LaunchTemplateData: { InstanceType: 't3.nano', ImageId: 'ami-12345678', UserData } });
  later(() => ask('DeleteLaunchTemplate', { LaunchTemplateName }));
  return made.LaunchTemplate;
}

async function subnets() {
  return (await ask('DescribeSubnets')).Subnets.map((subnet) => subnet.SubnetId);
}

async function group(later, cluster, more = {}) {
  const { LaunchTemplateId } = await template(later, cluster);
  const AutoScalingGroupName = unique('js');
  await scale('CreateAutoScalingGroup', {
    AutoScalingGroupName, MinSize: 0, MaxSize: 2, LaunchTemplate: { LaunchTemplateId, Version: '$Latest' },
    VPCZoneIdentifier: (await subnets()).join(','), ...more });
  later(async () => {
    await scale('DeleteAutoScalingGroup', { AutoScalingGroupName, ForceDelete: true });
    await waitFor(async () => (await described(AutoScalingGroupName)) === undefined, 'the group goes');
  });
  return AutoScalingGroupName;
}
const described = async (name) => (await scale('DescribeAutoScalingGroups', { AutoScalingGroupNames: [name] })).AutoScalingGroups[0];

test('ec2: the default network is described in the declared types', async () => {
  const { Vpcs } = await ask('DescribeVpcs');
  assert.equal(Vpcs[0].IsDefault, true);
  assert.equal(Vpcs[0].CidrBlockAssociationSet[0].CidrBlockState.State, 'associated');
  const { VpcId } = Vpcs[0];
  const { Subnets } = await ask('DescribeSubnets', { Filters: [{ Name: 'vpc-id', Values: [VpcId] }] });
  assert.ok(Subnets.length > 1);
  assert.equal(typeof Subnets[0].AvailableIpAddressCount, 'number');
  assert.equal(Subnets[0].MapPublicIpOnLaunch, true);
  const zones = (await ask('DescribeAvailabilityZones')).AvailabilityZones;
  assert.deepEqual(zones.map((zone) => zone.ZoneName), Subnets.map((subnet) => subnet.AvailabilityZone));
  const hostnames = await ask('DescribeVpcAttribute', { VpcId, Attribute: 'enableDnsHostnames' });
  assert.equal(hostnames.EnableDnsHostnames.Value, true);
  absent(hostnames, 'EnableDnsSupport');
  await refused(ask('DescribeVpcs', { VpcIds: ['vpc-00000000'] }), 'InvalidVpcID.NotFound');
  await refused(ask('DescribeVpcAttribute', { VpcId, Attribute: 'nonsense' }), 'InvalidParameterValue');
});

test('ec2: an instance type tells its GPUs as numbers', async () => {
  const { InstanceTypes } = await ask('DescribeInstanceTypes', { InstanceTypes: ['g4dn.xlarge'] });
  const [type] = InstanceTypes;
  assert.equal(type.VCpuInfo.DefaultVCpus, 4);
  assert.equal(type.MemoryInfo.SizeInMiB, 16384);
  assert.equal(type.GpuInfo.Gpus[0].Count, 1);
});

test('ec2: launch templates have versions', async (later) => {
  const { LaunchTemplateName, LaunchTemplateId, CreateTime, LatestVersionNumber } = await template(later, 'default');
  recent(CreateTime, 'CreateTime');
  assert.equal(LatestVersionNumber, 1);
  await ask('CreateLaunchTemplateVersion', { LaunchTemplateId, SourceVersion: '1', LaunchTemplateData: { InstanceType: 't3.micro' } });
  const { LaunchTemplateVersions } = await ask('DescribeLaunchTemplateVersions', { LaunchTemplateId });
  assert.deepEqual(LaunchTemplateVersions.map((v) => [v.VersionNumber, v.DefaultVersion, v.LaunchTemplateData.InstanceType]).sort(),
    [[1, true, 't3.nano'], [2, false, 't3.micro']]);
  await refused(ask('CreateLaunchTemplate', { LaunchTemplateName, LaunchTemplateData: { InstanceType: 't3.nano' } }),
    'InvalidLaunchTemplateName.AlreadyExistsException');
});

test('autoscaling: a group is made, joins its cluster, is tagged, resized and deleted', async (later) => {
  const cluster = unique('js');
  await ecs.send(new ECS.CreateClusterCommand({ clusterName: cluster }));
  later(() => ecs.send(new ECS.DeleteClusterCommand({ cluster })));
  const name = await group(later, cluster, {
    DesiredCapacity: 1, HealthCheckGracePeriod: 300, Tags: [{ Key: 'a', Value: 'b', PropagateAtLaunch: true }] });
  const made = await described(name);
  recent(made.CreatedTime, 'CreatedTime');
  assert.deepEqual([made.MinSize, made.MaxSize, made.DesiredCapacity, made.DefaultCooldown, made.HealthCheckGracePeriod],
    [0, 2, 1, 300, 300]);
  assert.deepEqual(made.Tags, [{ ResourceId: name, ResourceType: 'auto-scaling-group', Key: 'a', Value: 'b', PropagateAtLaunch: true }]);
  assert.equal(made.LaunchTemplate.Version, '$Latest');
  absent(made, 'LaunchConfigurationName', 'MixedInstancesPolicy', 'Status', 'PlacementGroup');
  assert.equal(made.Instances.length, 1);
  assert.equal(made.Instances[0].LifecycleState, 'InService');
  const listed = await ecs.send(new ECS.ListContainerInstancesCommand({ cluster }));
  assert.equal(listed.containerInstanceArns.length, 1);

  const tag = { ResourceId: name, ResourceType: 'auto-scaling-group', Key: 'c', Value: 'd', PropagateAtLaunch: false };
  await scale('CreateOrUpdateTags', { Tags: [tag] });
  await scale('DeleteTags', { Tags: [{ ResourceId: name, ResourceType: 'auto-scaling-group', Key: 'a' }] });
  const { Tags } = await scale('DescribeTags', { Filters: [{ Name: 'auto-scaling-group', Values: [name] }] });
  assert.deepEqual(Tags, [tag]);

  await scale('UpdateAutoScalingGroup', { AutoScalingGroupName: name, DefaultCooldown: 60 });
  assert.equal((await described(name)).DefaultCooldown, 60);
  await refused(scale('DeleteAutoScalingGroup', { AutoScalingGroupName: name }), AutoScaling.ResourceInUseFault);
  await scale('SetDesiredCapacity', { AutoScalingGroupName: name, DesiredCapacity: 0 });
  await waitFor(async () => (await described(name)).Instances.length === 0, 'the instance goes');
  const { Activities } = await scale('DescribeScalingActivities', { AutoScalingGroupName: name });
  assert.ok(Activities.length >= 2);
  recent(Activities[0].StartTime, 'StartTime');
});

test('autoscaling: groups in pages of one, and errors of their classes', async (later) => {
  const names = [await group(later, 'default'), await group(later, 'default'), await group(later, 'default')];
  const all = await pages(AutoScaling.paginateDescribeAutoScalingGroups({ client: scaling, pageSize: 1 }, {}), 3);
  const listed = all.flatMap((page) => page.AutoScalingGroups).map((one) => one.AutoScalingGroupName);
  for (const name of names) assert.equal(listed.filter((one) => one === name).length, 1, name);
  await refused(scale('DescribeAutoScalingGroups', { NextToken: 'nonsense' }), AutoScaling.InvalidNextToken);
  const { LaunchTemplate } = await described(names[0]);
  await refused(scale('CreateAutoScalingGroup', {
    AutoScalingGroupName: names[0], MinSize: 0, MaxSize: 0, AvailabilityZones: [`${region}a`],
    LaunchTemplate: { LaunchTemplateId: LaunchTemplate.LaunchTemplateId } }), AutoScaling.AlreadyExistsFault);
  await refused(scale('DeleteAutoScalingGroup', { AutoScalingGroupName: 'nobody' }), 'ValidationError');
  await refused(scale('CreateAutoScalingGroup', { AutoScalingGroupName: unique(), MinSize: 0, MaxSize: 0 }), 'ValidationError');
});

test('ssm: the public parameters are there, in pages', async () => {
  const Name = '/aws/service/ecs/optimized-ami/amazon-linux-2/recommended/image_id';
  const { Parameter } = await ssm.send(new SSM.GetParameterCommand({ Name }));
  assert.match(Parameter.Value, /^ami-[0-9a-f]+$/);
  assert.equal(Parameter.Type, 'String');
  assert.equal(typeof Parameter.Version, 'number');
  assert.ok(Parameter.LastModifiedDate instanceof Date);
  const Path = '/aws/service/ecs/optimized-ami';
  const all = await pages(SSM.paginateGetParametersByPath({ client: ssm, pageSize: 1 }, { Path, Recursive: true }), 2);
  const names = all.flatMap((page) => page.Parameters).map((parameter) => parameter.Name);
  assert.equal(new Set(names).size, names.length);
  assert.ok(names.includes(Name));
  await refused(ssm.send(new SSM.GetParameterCommand({ Name: '/nobody' })), SSM.ParameterNotFound);
});
