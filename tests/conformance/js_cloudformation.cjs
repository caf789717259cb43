// CloudFormation through the SDK for JavaScript: stacks, change sets, their waiters, pages and errors.
const CF = require('@aws-sdk/client-cloudformation');
const { absent, assert, client, pages, recent, refused, test, unique } = require('../support/sdk.cjs');

const cloudformation = client(CF.CloudFormationClient);
const send = (Command, input = {}) => cloudformation.send(new CF[`${Command}Command`](input));
const waiting = { client: cloudformation, maxWaitTime: 60, minDelay: 1, maxDelay: 1 };

const group = (days, name) => ({ Type: 'AWS::Logs::LogGroup', Properties: { RetentionInDays: days, LogGroupName: name } });
const body = (template) => JSON.stringify(template);

async function stack(later, template, more = {}) {
  const StackName = unique('js');
  const { StackId } = await send('CreateStack', { StackName, TemplateBody: body(template), ...more });
  later(async () => {
    await send('DeleteStack', { StackName: StackId });
    await CF.waitUntilStackDeleteComplete(waiting, { StackName: StackId });
  });
  return { StackName, StackId };
}
const described = async (StackName) => (await send('DescribeStacks', { StackName })).Stacks[0];

test('cloudformation: a stack is made, described, and found by its id when it is gone', async (later) => {
  const { StackName, StackId } = await stack(later, {
    Parameters: { Days: { Type: 'Number', Default: 7 }, Secret: { Type: 'String', NoEcho: true } },
    Resources: { Group: group({ Ref: 'Days' }) },
    Outputs: { Arn: { Value: { 'Fn::GetAtt': ['Group', 'Arn'] }, Description: 'which', Export: { Name: unique('js') } } },
  }, { Parameters: [{ ParameterKey: 'Secret', ParameterValue: 'x' }], Tags: [{ Key: 'k', Value: 'v' }] });
  assert.equal((await CF.waitUntilStackCreateComplete(waiting, { StackName })).state, 'SUCCESS');
  const made = await described(StackName);
  assert.equal(made.StackId, StackId);
  assert.equal(made.StackStatus, 'CREATE_COMPLETE');
  recent(made.CreationTime, 'CreationTime');
  absent(made, 'LastUpdatedTime', 'DeletionTime', 'RoleARN', 'ParentId', 'Description');
  assert.equal(made.DisableRollback, false);
  assert.equal(made.EnableTerminationProtection, false);
  assert.deepEqual(made.NotificationARNs, []);
  assert.deepEqual(made.Tags, [{ Key: 'k', Value: 'v' }]);
  assert.equal(made.Parameters.find((p) => p.ParameterKey === 'Secret').ParameterValue, '****');
  assert.match(made.Outputs[0].OutputValue, /:log-group:.*:\*$/);
  assert.equal(made.Outputs[0].Description, 'which');
  await send('DeleteStack', { StackName });
  assert.equal((await CF.waitUntilStackDeleteComplete(waiting, { StackName })).state, 'SUCCESS');
  const gone = await described(StackId);
  assert.equal(gone.StackStatus, 'DELETE_COMPLETE');
  recent(gone.DeletionTime, 'DeletionTime');
});

test('cloudformation: an update ends in its waiter, and one without changes is refused', async (later) => {
  const name = `/js/${unique()}`;
  const { StackName } = await stack(later, { Resources: { Group: group(7, name) } });
  await CF.waitUntilStackCreateComplete(waiting, { StackName });
  const TemplateBody = body({ Resources: { Group: group(14, name) } });
  await send('UpdateStack', { StackName, TemplateBody });
  assert.equal((await CF.waitUntilStackUpdateComplete(waiting, { StackName })).state, 'SUCCESS');
  recent((await described(StackName)).LastUpdatedTime, 'LastUpdatedTime');
  await refused(send('UpdateStack', { StackName, TemplateBody }), 'ValidationError', 400, /No updates are to be performed/);
});

test('cloudformation: a change set is made, read, executed, and gone', async (later) => {
  const StackName = unique('js');
  later(() => send('DeleteStack', { StackName }));
  const made = await send('CreateChangeSet', {
    StackName, ChangeSetName: 'first', ChangeSetType: 'CREATE', TemplateBody: body({ Resources: { Group: group(7) } }),
  });
  await CF.waitUntilChangeSetCreateComplete(waiting, { StackName, ChangeSetName: made.Id });
  assert.equal((await described(StackName)).StackStatus, 'REVIEW_IN_PROGRESS');
  const set = await send('DescribeChangeSet', { StackName, ChangeSetName: 'first' });
  assert.equal(set.Status, CF.ChangeSetStatus.CREATE_COMPLETE);
  assert.equal(set.ExecutionStatus, CF.ExecutionStatus.AVAILABLE);
  recent(set.CreationTime, 'CreationTime');
  absent(set, 'StatusReason', 'NextToken');
  assert.equal(set.Changes[0].Type, 'Resource');
  assert.equal(set.Changes[0].ResourceChange.Action, 'Add');
  assert.equal(set.Changes[0].ResourceChange.LogicalResourceId, 'Group');
  absent(set.Changes[0].ResourceChange, 'PhysicalResourceId', 'Replacement');
  await send('ExecuteChangeSet', { StackName, ChangeSetName: 'first' });
  await CF.waitUntilStackCreateComplete(waiting, { StackName });
  await refused(send('DescribeChangeSet', { StackName, ChangeSetName: 'never' }), CF.ChangeSetNotFoundException, 404);
});

test('cloudformation: events come newest first, in pages, each once', async (later) => {
  const Resources = Object.fromEntries(['A', 'B', 'C'].map((name) => [name, group(7)]));
  const { StackName, StackId } = await stack(later, { Resources });
  await CF.waitUntilStackCreateComplete(waiting, { StackName });
  const all = await pages(CF.paginateDescribeStackEvents({ client: cloudformation }, { StackName }));
  const events = all.flatMap((page) => page.StackEvents);
  assert.equal(new Set(events.map((event) => event.EventId)).size, events.length);
  assert.deepEqual([events[0].LogicalResourceId, events[0].ResourceStatus], [StackName, 'CREATE_COMPLETE']);
  assert.equal(events.at(-1).PhysicalResourceId, StackId);
  for (const event of events) recent(event.Timestamp, 'Timestamp');
  for (let i = 1; i < events.length; i++) assert.ok(events[i - 1].Timestamp >= events[i].Timestamp, `event ${i}`);
  const listed = await pages(CF.paginateListStackResources({ client: cloudformation }, { StackName }));
  const names = listed.flatMap((page) => page.StackResourceSummaries).map((resource) => resource.LogicalResourceId);
  assert.deepEqual(names.sort(), ['A', 'B', 'C']);
  const { StackResourceDetail } = await send('DescribeStackResource', { StackName, LogicalResourceId: 'A' });
  recent(StackResourceDetail.LastUpdatedTimestamp, 'LastUpdatedTimestamp');
});

test('cloudformation: a stack that cannot be made rolls back, and the waiter fails', async (later) => {
  const { StackName } = await stack(later, {
    Resources: { A: { Type: 'AWS::S3::Bucket', Properties: { BucketName: 'Not_A_Bucket_Name' } } },
  });
  await assert.rejects(CF.waitUntilStackCreateComplete(waiting, { StackName }), /FAILURE/);
  assert.equal((await described(StackName)).StackStatus, 'ROLLBACK_COMPLETE');
  const { StackEvents } = await send('DescribeStackEvents', { StackName });
  const why = StackEvents.find((event) => event.ResourceStatus === 'ROLLBACK_IN_PROGRESS');
  assert.match(why.ResourceStatusReason, /The following resource\(s\) failed to create: \[A\]/);
  assert.match(StackEvents.find((event) => event.ResourceStatus === 'CREATE_FAILED').ResourceStatusReason, /bucket/i);
});

test('cloudformation: errors have their names, and classes where the SDK has them', async (later) => {
  const nobody = unique('no');
  await refused(send('DescribeStacks', { StackName: nobody }), 'ValidationError', 400, new RegExp(`Stack with id ${nobody} does not exist`));
  await refused(send('CreateStack', { StackName: nobody, TemplateBody: '{' }), 'ValidationError', 400, /Template format error/);
  const { StackName } = await stack(later, { Resources: { Group: group(7) } });
  await refused(send('CreateStack', { StackName, TemplateBody: body({ Resources: { Group: group(7) } }) }),
    CF.AlreadyExistsException);
  const role = { Type: 'AWS::IAM::Role', Properties: { AssumeRolePolicyDocument: { Version: '2012-10-17', Statement: [] } } };
  await refused(send('CreateStack', { StackName: nobody, TemplateBody: body({ Resources: { role } }) }),
    CF.InsufficientCapabilitiesException);
});

test('cloudformation: a template is validated and summed up', async () => {
  const TemplateBody = body({
    Description: 'what', Parameters: { Days: { Type: 'Number', Default: '7', AllowedValues: [7, 14] } },
    Resources: { Group: group({ Ref: 'Days' }) },
  });
  const valid = await send('ValidateTemplate', { TemplateBody });
  assert.equal(valid.Description, 'what');
  assert.equal(valid.Parameters[0].NoEcho, false);
  const summary = await send('GetTemplateSummary', { TemplateBody });
  assert.deepEqual(summary.ResourceTypes, ['AWS::Logs::LogGroup']);
  assert.deepEqual(summary.Parameters[0].ParameterConstraints.AllowedValues, ['7', '14']);
});
