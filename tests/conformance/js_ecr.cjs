// ECR through the SDK for JavaScript: repositories, images that are pushed without a registry client, tokens.
const { createHash } = require('node:crypto');
const ECR = require('@aws-sdk/client-ecr');
const { absent, account, assert, client, pages, recent, refused, test, unique } = require('../support/sdk.cjs');

const ecr = client(ECR.ECRClient);
const send = (Command, input = {}) => ecr.send(new ECR[`${Command}Command`](input));
const digest = (bytes) => `sha256:${createHash('sha256').update(bytes).digest('hex')}`;

async function repository(later, more = {}) {
  const repositoryName = `js/${unique()}`;
  const made = await send('CreateRepository', { repositoryName, ...more });
  later(() => send('DeleteRepository', { repositoryName, force: true }));
  return made.repository;
}

async function blob(repositoryName, bytes) {
  const { uploadId, partSize } = await send('InitiateLayerUpload', { repositoryName });
  assert.equal(typeof partSize, 'number');
  await send('UploadLayerPart', { repositoryName, uploadId, partFirstByte: 0, partLastByte: bytes.length - 1, layerPartBlob: bytes });
  const done = await send('CompleteLayerUpload', { repositoryName, uploadId, layerDigests: [digest(bytes)] });
  assert.equal(done.layerDigest, digest(bytes));
  return { digest: done.layerDigest, size: bytes.length };
}

/** Pushes an image of one small layer; answers its manifest as text. */
async function image(repositoryName, imageTag, content) {
  const config = await blob(repositoryName, Buffer.from(JSON.stringify({ architecture: 'amd64', os: 'linux', about: content })));
  const layer = await blob(repositoryName, Buffer.from(content));
  const media = 'application/vnd.oci.image';
  const imageManifest = JSON.stringify({
    schemaVersion: 2, mediaType: `${media}.manifest.v1+json`, config: { mediaType: `${media}.config.v1+json`, ...config },
    layers: [{ mediaType: `${media}.layer.v1.tar`, ...layer }],
  });
  await send('PutImage', { repositoryName, imageTag, imageManifest, imageManifestMediaType: `${media}.manifest.v1+json` });
  return imageManifest;
}

test('ecr: a repository is described in the declared types', async (later) => {
  const made = await repository(later, { tags: [{ Key: 'k', Value: 'v' }], imageTagMutability: 'IMMUTABLE' });
  assert.equal(made.registryId, account);
  assert.ok(made.repositoryUri.endsWith(`/${made.repositoryName}`));
  recent(made.createdAt, 'createdAt');
  assert.equal(made.imageTagMutability, 'IMMUTABLE');
  assert.equal(made.imageScanningConfiguration.scanOnPush, false);
  assert.equal(made.encryptionConfiguration.encryptionType, 'AES256');
  absent(made.encryptionConfiguration, 'kmsKey');
  const { repositories } = await send('DescribeRepositories', { repositoryNames: [made.repositoryName] });
  assert.deepEqual(repositories, [made]);
  const { tags } = await send('ListTagsForResource', { resourceArn: made.repositoryArn });
  assert.deepEqual(tags, [{ Key: 'k', Value: 'v' }]);
});

test('ecr: the token is a password for the registry, with an end', async () => {
  const { authorizationData } = await send('GetAuthorizationToken');
  const [{ authorizationToken, expiresAt, proxyEndpoint }] = authorizationData;
  assert.match(Buffer.from(authorizationToken, 'base64').toString(), /^AWS:./);
  assert.ok(expiresAt instanceof Date && expiresAt > Date.now());
  const basic = { headers: { authorization: `Basic ${authorizationToken}` } };
  assert.equal((await fetch(`${proxyEndpoint}/v2/`, basic)).status, 200);
  assert.equal((await fetch(`${proxyEndpoint}/v2/`)).status, 401);
});

test('ecr: images are pushed, listed in pages, read and deleted', async (later) => {
  const { repositoryName } = await repository(later);
  const manifests = {};
  for (const tag of ['a', 'b', 'c']) manifests[tag] = await image(repositoryName, tag, `layer ${tag}`);
  const listed = await pages(ECR.paginateListImages({ client: ecr, pageSize: 1 }, { repositoryName }), 3);
  assert.deepEqual(listed.flatMap((page) => page.imageIds).map((id) => id.imageTag).sort(), ['a', 'b', 'c']);
  const described = await pages(ECR.paginateDescribeImages({ client: ecr, pageSize: 1 }, { repositoryName }), 3);
  const details = described.flatMap((page) => page.imageDetails);
  assert.equal(new Set(details.map((detail) => detail.imageDigest)).size, 3);
  recent(details[0].imagePushedAt, 'imagePushedAt');
  assert.ok(details[0].imageSizeInBytes > 0);
  const got = await send('BatchGetImage', { repositoryName, imageIds: [{ imageTag: 'a' }, { imageTag: 'nobody' }] });
  assert.equal(got.images[0].imageManifest, manifests.a);
  assert.equal(got.images[0].imageId.imageDigest, digest(manifests.a));
  assert.equal(got.failures[0].failureCode, ECR.ImageFailureCode.ImageNotFound);
  const gone = await send('BatchDeleteImage', { repositoryName, imageIds: [{ imageTag: 'a' }] });
  assert.deepEqual(gone.failures, []);
  await refused(send('DescribeImages', { repositoryName, imageIds: [{ imageTag: 'a' }] }), ECR.ImageNotFoundException);
});

test('ecr: repositories in pages of one', async (later) => {
  const names = [];
  for (let i = 0; i < 3; i++) names.push((await repository(later)).repositoryName);
  const all = (await pages(ECR.paginateDescribeRepositories({ client: ecr, pageSize: 1 }, {}), 3)).flatMap((page) => page.repositories);
  for (const name of names) assert.equal(all.filter((one) => one.repositoryName === name).length, 1, name);
});

test('ecr: errors are of their classes', async (later) => {
  const { repositoryName } = await repository(later, { imageTagMutability: 'IMMUTABLE' });
  await refused(send('CreateRepository', { repositoryName }), ECR.RepositoryAlreadyExistsException);
  await refused(send('ListImages', { repositoryName: 'js/nobody' }), ECR.RepositoryNotFoundException, 400, /js\/nobody/);
  await refused(send('CreateRepository', { repositoryName: 'Not_Good/' }), ECR.InvalidParameterException);
  await refused(send('DescribeRepositories', { nextToken: 'nonsense' }), ECR.InvalidParameterException);
  await refused(send('GetLifecyclePolicy', { repositoryName }), ECR.LifecyclePolicyNotFoundException);
  await refused(send('GetRepositoryPolicy', { repositoryName }), ECR.RepositoryPolicyNotFoundException);
  await image(repositoryName, 'a', 'one');
  await assert.rejects(image(repositoryName, 'a', 'two'), ECR.ImageTagAlreadyExistsException);
  await refused(send('DeleteRepository', { repositoryName }), ECR.RepositoryNotEmptyException);
});
