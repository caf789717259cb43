// CloudWatch Logs through the SDK for JavaScript.
const Logs = require('@aws-sdk/client-cloudwatch-logs');
const { absent, account, assert, client, pages, refused, region, test, unique } = require('../support/sdk.cjs');

const logs = client(Logs.CloudWatchLogsClient);
const send = (Command, input = {}) => logs.send(new Logs[`${Command}Command`](input));

async function group(later, more = {}) {
  const logGroupName = `/js/${unique()}`;
  await send('CreateLogGroup', { logGroupName, ...more });
  later(() => send('DeleteLogGroup', { logGroupName }));
  return logGroupName;
}
async function stream(logGroupName, logStreamName, ...messages) {
  await send('CreateLogStream', { logGroupName, logStreamName });
  const now = Date.now();
  const logEvents = messages.map((message, i) => ({ timestamp: now + i, message }));
  if (logEvents.length) await send('PutLogEvents', { logGroupName, logStreamName, logEvents });
  return now;
}

test('logs: a group is described in the declared types', async (later) => {
  const logGroupName = await group(later, { tags: { k: 'v' } });
  const find = async () => (await send('DescribeLogGroups', { logGroupNamePrefix: logGroupName })).logGroups[0];
  const fresh = await find();
  assert.equal(fresh.arn, `arn:aws:logs:${region}:${account}:log-group:${logGroupName}:*`);
  assert.equal(fresh.logGroupArn, fresh.arn.slice(0, -2));
  assert.ok(Math.abs(fresh.creationTime - Date.now()) < 60_000);
  assert.equal(fresh.logGroupClass, 'STANDARD');
  assert.equal(fresh.metricFilterCount, 0);
  assert.equal(typeof fresh.storedBytes, 'number');
  absent(fresh, 'retentionInDays', 'kmsKeyId');
  await send('PutRetentionPolicy', { logGroupName, retentionInDays: 7 });
  assert.equal((await find()).retentionInDays, 7);
  assert.deepEqual((await send('ListTagsForResource', { resourceArn: fresh.logGroupArn })).tags, { k: 'v' });
});

test('logs: events come back in order from both ends, and the end repeats its token', async (later) => {
  const logGroupName = await group(later);
  const logStreamName = 's';
  const now = await stream(logGroupName, logStreamName, 'one', 'zwei ü', 'three');
  const get = (more) => send('GetLogEvents', { logGroupName, logStreamName, ...more });
  const head = await get({ startFromHead: true, limit: 2 });
  assert.deepEqual(head.events.map((event) => event.message), ['one', 'zwei ü']);
  assert.equal(head.events[0].timestamp, now);
  assert.equal(typeof head.events[0].ingestionTime, 'number');
  const rest = await get({ nextToken: head.nextForwardToken });
  assert.deepEqual(rest.events.map((event) => event.message), ['three']);
  assert.equal((await get({ nextToken: rest.nextForwardToken })).nextForwardToken, rest.nextForwardToken);
  const all = await pages(Logs.paginateGetLogEvents({ client: logs, pageSize: 1, stopOnSameToken: true },
    { logGroupName, logStreamName, startFromHead: true }), 3);
  assert.deepEqual(all.flatMap((page) => page.events).map((event) => event.message), ['one', 'zwei ü', 'three']);
});

test('logs: a filter finds over streams, each event once, in pages', async (later) => {
  const logGroupName = await group(later);
  await stream(logGroupName, 'a', 'error one', 'fine');
  await stream(logGroupName, 'b', 'error two', 'error three');
  const found = await pages(Logs.paginateFilterLogEvents({ client: logs, pageSize: 1 }, { logGroupName, filterPattern: 'error' }), 3);
  const events = found.flatMap((page) => page.events);
  assert.deepEqual(events.map((event) => event.message).sort(), ['error one', 'error three', 'error two']);
  assert.equal(new Set(events.map((event) => event.eventId)).size, 3);
});

test('logs: groups and streams in pages of one', async (later) => {
  const logGroupName = await group(later);
  for (const name of ['a', 'b', 'c']) await stream(logGroupName, name);
  const listed = await pages(Logs.paginateDescribeLogStreams({ client: logs, pageSize: 1 }, { logGroupName }), 3);
  assert.deepEqual(listed.flatMap((page) => page.logStreams).map((s) => s.logStreamName), ['a', 'b', 'c']);
  absent(listed[0].logStreams[0], 'firstEventTimestamp', 'lastEventTimestamp');
  await group(later);
  const groups = (await pages(Logs.paginateDescribeLogGroups({ client: logs, pageSize: 1 }, {}), 2)).flatMap((page) => page.logGroups);
  assert.equal(groups.filter((g) => g.logGroupName === logGroupName).length, 1);
});

test('logs: errors are of their classes', async (later) => {
  const logGroupName = await group(later);
  await refused(send('CreateLogGroup', { logGroupName }), Logs.ResourceAlreadyExistsException);
  await refused(send('DeleteLogGroup', { logGroupName: '/js/nobody' }), Logs.ResourceNotFoundException, 400, /log group does not exist/);
  await refused(send('GetLogEvents', { logGroupName, logStreamName: 'nobody' }), Logs.ResourceNotFoundException, 400, /log stream does not exist/);
  await refused(send('PutRetentionPolicy', { logGroupName, retentionInDays: 2 }), Logs.InvalidParameterException);
  await refused(send('DescribeLogGroups', { nextToken: 'nonsense' }), Logs.InvalidParameterException);
  await stream(logGroupName, 's');
  const late = await send('PutLogEvents', {
    logGroupName, logStreamName: 's', logEvents: [{ timestamp: Date.now() - 20 * 86_400_000, message: 'old' }] });
  assert.equal(late.rejectedLogEventsInfo.tooOldLogEventEndIndex, 1);
  absent(late.rejectedLogEventsInfo, 'tooNewLogEventStartIndex');
});
