// STS and IAM through the SDK for JavaScript.
const IAM = require('@aws-sdk/client-iam');
const STS = require('@aws-sdk/client-sts');
const S3 = require('@aws-sdk/client-s3');
const { absent, account, assert, client, pages, recent, refused, test, unique } = require('../support/sdk.cjs');

const iam = client(IAM.IAMClient);
const sts = client(STS.STSClient);
const send = (Command, input = {}) => iam.send(new IAM[`${Command}Command`](input));
const json = (...Statement) => JSON.stringify({ Version: '2012-10-17', Statement });
const TRUSTED = json({ Effect: 'Allow', Principal: { AWS: `arn:aws:iam::${account}:root` }, Action: 'sts:AssumeRole' });

async function role(later, more = {}) {
  const RoleName = unique('js');
  const { Role } = await send('CreateRole', { RoleName, AssumeRolePolicyDocument: TRUSTED, ...more });
  later(async () => {
    for (const PolicyName of (await send('ListRolePolicies', { RoleName })).PolicyNames) {
      await send('DeleteRolePolicy', { RoleName, PolicyName });
    }
    for (const { PolicyArn } of (await send('ListAttachedRolePolicies', { RoleName })).AttachedPolicies) {
      await send('DetachRolePolicy', { RoleName, PolicyArn });
    }
    await send('DeleteRole', { RoleName });
  });
  return Role;
}

test('sts: who the caller is', async () => {
  const me = await sts.send(new STS.GetCallerIdentityCommand({}));
  assert.deepEqual([me.Account, me.Arn], [account, `arn:aws:iam::${account}:root`]);
  assert.equal(typeof me.UserId, 'string');
});

test('sts: a role is assumed, works as far as it may, and no further', async (later) => {
  const Bucket = unique('js');
  const root = client(S3.S3Client);
  await root.send(new S3.CreateBucketCommand({ Bucket }));
  later(() => root.send(new S3.DeleteBucketCommand({ Bucket })));
  const { Arn, RoleName } = await role(later);
  await send('PutRolePolicy', { RoleName, PolicyName: 'lists',
    PolicyDocument: json({ Effect: 'Allow', Action: 's3:ListBucket', Resource: '*' }) });
  const assume = { RoleArn: Arn, RoleSessionName: 'js', DurationSeconds: 900 };
  const { Credentials, AssumedRoleUser } = await sts.send(new STS.AssumeRoleCommand(assume));
  assert.match(Credentials.AccessKeyId, /^ASIA/);
  assert.ok(Credentials.Expiration instanceof Date && Credentials.Expiration > Date.now());
  assert.ok(AssumedRoleUser.Arn.endsWith(`:assumed-role/${RoleName}/js`));
  const credentials = { accessKeyId: Credentials.AccessKeyId, secretAccessKey: Credentials.SecretAccessKey,
    sessionToken: Credentials.SessionToken };
  const limited = client(S3.S3Client, { credentials });
  assert.equal((await limited.send(new S3.ListObjectsV2Command({ Bucket }))).KeyCount, 0);
  await refused(limited.send(new S3.PutObjectCommand({ Bucket, Key: 'k', Body: 'x' })), 'AccessDenied', 403);
  const who = await client(STS.STSClient, { credentials }).send(new STS.GetCallerIdentityCommand({}));
  assert.equal(who.Arn, AssumedRoleUser.Arn);
});

test('sts: wrong keys are refused as each protocol words it', async () => {
  const credentials = { accessKeyId: 'AKIANOBODY0000000000', secretAccessKey: 'x' };
  const call = client(STS.STSClient, { credentials }).send(new STS.GetCallerIdentityCommand({}));
  await refused(call, 'InvalidClientTokenId', 403);
  await refused(client(S3.S3Client, { credentials }).send(new S3.ListBucketsCommand({})), 'InvalidAccessKeyId', 403);
  const wrong = { accessKeyId: process.env.AWS_ACCESS_KEY_ID, secretAccessKey: 'wrong' };
  await refused(client(S3.S3Client, { credentials: wrong }).send(new S3.ListBucketsCommand({})), 'SignatureDoesNotMatch', 403);
});

test('iam: a role comes back in the declared types', async (later) => {
  const made = await role(later, { Path: '/js/', Description: 'what', MaxSessionDuration: 7200, Tags: [{ Key: 'k', Value: 'v' }] });
  assert.equal(made.Arn, `arn:aws:iam::${account}:role/js/${made.RoleName}`);
  assert.match(made.RoleId, /^AROA/);
  recent(made.CreateDate, 'CreateDate');
  const { Role } = await send('GetRole', { RoleName: made.RoleName });
  assert.equal(Role.MaxSessionDuration, 7200);
  assert.equal(decodeURIComponent(Role.AssumeRolePolicyDocument), TRUSTED);
  assert.deepEqual(Role.Tags, [{ Key: 'k', Value: 'v' }]);
  absent(Role, 'PermissionsBoundary');
});

test('iam: lists in pages of one', async (later) => {
  const { RoleName } = await role(later);
  for (const PolicyName of ['a', 'b', 'c']) {
    await send('PutRolePolicy', { RoleName, PolicyName, PolicyDocument: json({ Effect: 'Allow', Action: '*', Resource: '*' }) });
  }
  const listed = await pages(IAM.paginateListRolePolicies({ client: iam, pageSize: 1 }, { RoleName }), 3);
  assert.deepEqual(listed.flatMap((page) => page.PolicyNames), ['a', 'b', 'c']);
  assert.deepEqual(listed.map((page) => page.IsTruncated), [true, true, false]);
  await role(later);
  const roles = (await pages(IAM.paginateListRoles({ client: iam, pageSize: 1 }, {}), 2)).flatMap((page) => page.Roles);
  assert.equal(roles.filter((one) => one.RoleName === RoleName).length, 1);
});

test('iam: errors are of their classes', async (later) => {
  await refused(send('GetRole', { RoleName: 'nobody' }), IAM.NoSuchEntityException, 404);
  const { RoleName } = await role(later);
  await refused(send('CreateRole', { RoleName, AssumeRolePolicyDocument: TRUSTED }), IAM.EntityAlreadyExistsException, 409);
  await refused(send('PutRolePolicy', { RoleName, PolicyName: 'p', PolicyDocument: '{' }), IAM.MalformedPolicyDocumentException);
  await send('PutRolePolicy', { RoleName, PolicyName: 'p', PolicyDocument: json({ Effect: 'Allow', Action: '*', Resource: '*' }) });
  await refused(send('DeleteRole', { RoleName }), IAM.DeleteConflictException, 409);
});

test('iam: an instance profile holds a role, and its waiter sees it', async (later) => {
  const { RoleName } = await role(later);
  const InstanceProfileName = unique('js');
  await send('CreateInstanceProfile', { InstanceProfileName });
  later(() => send('DeleteInstanceProfile', { InstanceProfileName }));
  const waited = await IAM.waitUntilInstanceProfileExists({ client: iam, maxWaitTime: 10 }, { InstanceProfileName });
  assert.equal(waited.state, 'SUCCESS');
  await send('AddRoleToInstanceProfile', { InstanceProfileName, RoleName });
  later(() => send('RemoveRoleFromInstanceProfile', { InstanceProfileName, RoleName }));
  const { InstanceProfile } = await send('GetInstanceProfile', { InstanceProfileName });
  assert.equal(InstanceProfile.Roles[0].RoleName, RoleName);
  recent(InstanceProfile.CreateDate, 'CreateDate');
});
