// ECS through the SDK for JavaScript: results of the declared types, errors of the declared classes, pages, waiters.
const ECS = require('@aws-sdk/client-ecs');
const { absent, account, assert, client, pages, recent, refused, region, test, unique } = require('../support/sdk.cjs');

const ecs = client(ECS.ECSClient);
const send = (Command, input = {}) => ecs.send(new ECS[`${Command}Command`](input));

async function cluster(later, more = {}) {
  const name = unique('js');
  const made = (await send('CreateCluster', { clusterName: name, ...more })).cluster;
  later(() => send('DeleteCluster', { cluster: name }));
  return made;
}

/** A family of one container `main`; answers the description of its first revision. */
async function definition(later, container = {}, more = {}) {
  const main = { name: 'main', image: 'fathom', memory: 64, command: ['true'], ...container };
  const made = (await send('RegisterTaskDefinition', { family: unique('js'), containerDefinitions: [main], ...more }));
  later(() => send('DeregisterTaskDefinition', { taskDefinition: made.taskDefinition.taskDefinitionArn }));
  return made.taskDefinition;
}

test('ecs: a cluster has the members that AWS answers, and no others', async (later) => {
  const made = await cluster(later, { tags: [{ key: 'k', value: 'v' }] });
  assert.equal(made.clusterArn, `arn:aws:ecs:${region}:${account}:cluster/${made.clusterName}`);
  assert.equal(made.status, 'ACTIVE');
  for (const count of ['registeredContainerInstancesCount', 'runningTasksCount', 'pendingTasksCount', 'activeServicesCount']) {
    assert.equal(made[count], 0, count);
  }
  absent(made, 'configuration', 'serviceConnectDefaults');
  const { clusters, failures } = await send('DescribeClusters', { clusters: [made.clusterName], include: ['TAGS'] });
  assert.deepEqual(clusters[0].tags, [{ key: 'k', value: 'v' }]);
  assert.deepEqual(failures, []);
});

test('ecs: what is not there is a failure in the answer, or an exception of its class', async (later) => {
  const nobody = unique('no');
  const { clusters, failures } = await send('DescribeClusters', { clusters: [nobody] });
  assert.deepEqual(clusters, []);
  assert.equal(failures[0].reason, 'MISSING');
  assert.match(failures[0].arn, new RegExp(`:cluster/${nobody}$`));
  await refused(send('ListTasks', { cluster: nobody }), ECS.ClusterNotFoundException, 400, /Cluster not found/);
  await refused(send('DescribeTaskDefinition', { taskDefinition: nobody }), ECS.ClientException, 400, /Unable to describe/);
  await refused(send('RegisterTaskDefinition', { family: nobody, containerDefinitions: [{ name: 'm', image: 'i' }] }),
    ECS.ClientException);
  await refused(send('DescribeTasks', { tasks: [] }), ECS.InvalidParameterException);
  const { clusterName } = await cluster(later);
  await refused(send('RunTask', { cluster: clusterName, taskDefinition: (await definition(later)).taskDefinitionArn }),
    ECS.InvalidParameterException, 400, /No Container Instances/);
});

test('ecs: an error carries its request id and fault', async () => {
  const error = await refused(send('StopTask', { cluster: unique('no'), task: 'x' }), ECS.ClusterNotFoundException);
  assert.equal(error.$fault, 'client');
  assert.match(error.$metadata.requestId, /^[0-9a-f-]{36}$/);
  assert.ok(error instanceof ECS.ECSServiceException);
});

test('ecs: a task definition comes back with its numbers as numbers and its defaults', async (later) => {
  const made = await definition(later, {
    cpu: 10, memoryReservation: 32, environment: [{ name: 'A', value: '1' }],
    resourceRequirements: [{ type: 'GPU', value: '1' }], ulimits: [{ name: 'nofile', softLimit: 64, hardLimit: 128 }],
    linuxParameters: { initProcessEnabled: true, sharedMemorySize: 64 },
  });
  assert.equal(made.revision, 1);
  recent(made.registeredAt, 'registeredAt');
  absent(made, 'deregisteredAt', 'taskRoleArn', 'cpu', 'memory', 'pidMode', 'runtimePlatform');
  const [main] = made.containerDefinitions;
  assert.deepEqual([main.cpu, main.memory, main.memoryReservation, main.essential], [10, 64, 32, true]);
  assert.deepEqual([main.portMappings, main.mountPoints, main.volumesFrom], [[], [], []]);
  assert.deepEqual(main.ulimits, [{ name: 'nofile', softLimit: 64, hardLimit: 128 }]);
  assert.deepEqual(main.linuxParameters, { initProcessEnabled: true, sharedMemorySize: 64 });
  absent(main, 'logConfiguration', 'healthCheck', 'user', 'stopTimeout', 'entryPoint');
  const described = await send('DescribeTaskDefinition', { taskDefinition: made.family });
  assert.deepEqual(described.taskDefinition, made);
});

test('ecs: a task runs, and the waiter sees it stop', async (later) => {
  const made = await definition(later, { command: ['sh', '-c', 'exit $RC'] });
  const run = await send('RunTask', {
    taskDefinition: made.taskDefinitionArn, startedBy: 'js', tags: [{ key: 'k', value: 'v' }],
    overrides: { containerOverrides: [{ name: 'main', environment: [{ name: 'RC', value: '3' }] }] },
  });
  assert.deepEqual(run.failures, []);
  const [started] = run.tasks;
  recent(started.createdAt, 'createdAt');
  absent(started, 'stoppedAt', 'stopCode', 'stoppedReason', 'startedAt');
  absent(started.containers[0], 'exitCode', 'reason');
  const tasks = [started.taskArn];
  const waited = await ECS.waitUntilTasksStopped({ client: ecs, maxWaitTime: 60, minDelay: 1, maxDelay: 1 }, { tasks });
  assert.equal(waited.state, 'SUCCESS');
  const [stopped] = (await send('DescribeTasks', { tasks, include: ['TAGS'] })).tasks;
  assert.equal(stopped.lastStatus, 'STOPPED');
  assert.equal(stopped.stopCode, ECS.TaskStopCode.ESSENTIAL_CONTAINER_EXITED);
  assert.equal(stopped.containers[0].exitCode, 3);
  assert.equal(typeof stopped.version, 'number');
  assert.deepEqual(stopped.tags, [{ key: 'k', value: 'v' }]);
  const times = ['createdAt', 'pullStartedAt', 'pullStoppedAt', 'startedAt', 'stoppingAt', 'executionStoppedAt', 'stoppedAt'];
  times.forEach((member) => stopped[member] === undefined || recent(stopped[member], member));
  assert.ok(stopped.createdAt <= stopped.startedAt && stopped.startedAt <= stopped.stoppedAt);
});

test('ecs: listings in pages of one name everything once', async (later) => {
  const family = unique('js');
  const arns = [];
  for (let i = 0; i < 3; i++) {
    const main = { name: 'main', image: 'fathom', memory: 64, command: ['sleep', '100'] };
    const made = await send('RegisterTaskDefinition', { family, containerDefinitions: [main] });
    arns.push(made.taskDefinition.taskDefinitionArn);
    later(() => send('DeregisterTaskDefinition', { taskDefinition: made.taskDefinition.taskDefinitionArn }));
  }
  const options = { client: ecs, pageSize: 1 };
  const revisions = await pages(ECS.paginateListTaskDefinitions(options, { familyPrefix: family }), 3);
  assert.deepEqual(revisions.flatMap((page) => page.taskDefinitionArns), arns);

  const startedBy = unique('js');
  const { tasks } = await send('RunTask', { taskDefinition: arns[0], count: 3, startedBy });
  assert.equal(tasks.length, 3);
  for (const { taskArn } of tasks) later(() => send('StopTask', { task: taskArn }));
  const listed = await pages(ECS.paginateListTasks(options, { startedBy }), 3);
  assert.deepEqual(listed.flatMap((page) => page.taskArns).sort(), tasks.map((task) => task.taskArn).sort());
  await refused(send('ListTasks', { startedBy, nextToken: 'nonsense' }), ECS.InvalidParameterException);

  const made = [await cluster(later), await cluster(later)].map(({ clusterArn }) => clusterArn);
  const all = (await pages(ECS.paginateListClusters(options, {}), 2)).flatMap((page) => page.clusterArns);
  assert.equal(new Set(all).size, all.length);
  for (const arn of made) assert.ok(all.includes(arn), arn);
});

test('ecs: a container instance shows its resources in the declared types', async () => {
  const { containerInstanceArns } = await send('ListContainerInstances');
  const { containerInstances } = await send('DescribeContainerInstances', { containerInstances: containerInstanceArns });
  const [instance] = containerInstances;
  const resource = (name) => instance.registeredResources.find((r) => r.name === name);
  assert.ok(Number.isInteger(resource('CPU').integerValue) && resource('CPU').integerValue > 0);
  assert.equal(resource('CPU').doubleValue, 0);
  assert.ok(Array.isArray(resource('PORTS').stringSetValue));
  assert.equal(resource('GPU').stringSetValue.length, 2);
  recent(instance.registeredAt, 'registeredAt');
  assert.equal(typeof instance.agentConnected, 'boolean');
});
