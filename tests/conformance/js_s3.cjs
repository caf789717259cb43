// S3 through the SDK for JavaScript: streams in chunks with trailing checksums, uploads in parts, pages, presigned URLs.
const { Readable } = require('node:stream');
const S3 = require('@aws-sdk/client-s3');
const { Upload } = require('@aws-sdk/lib-storage');
const { getSignedUrl } = require('@aws-sdk/s3-request-presigner');
const { absent, assert, client, endpoint, pages, recent, refused, test, unique } = require('../support/sdk.cjs');

const s3 = client(S3.S3Client);
const send = (Command, input = {}) => s3.send(new S3[`${Command}Command`](input));
const MIB = 1 << 20;

async function bucket(later) {
  const Bucket = unique('js');
  await send('CreateBucket', { Bucket });
  later(async () => {
    for await (const page of S3.paginateListObjectsV2({ client: s3 }, { Bucket })) {
      const Objects = (page.Contents ?? []).map(({ Key }) => ({ Key }));
      if (Objects.length) await send('DeleteObjects', { Bucket, Delete: { Objects } });
    }
    await send('DeleteBucket', { Bucket });
  });
  return Bucket;
}
const put = (Bucket, Key, Body, more = {}) => send('PutObject', { Bucket, Key, Body, ...more });
const text = async (Bucket, Key, more = {}) => (await send('GetObject', { Bucket, Key, ...more })).Body.transformToString();
const stream = (...chunks) => Readable.from(chunks.map((chunk) => Buffer.from(chunk)));

test('s3: a text goes in with a checksum and comes out verified', async (later) => {
  const Bucket = await bucket(later);
  const made = await put(Bucket, 'k', 'hello');
  assert.equal(made.ETag, '"5d41402abc4b2a76b9719d911017c592"');
  assert.equal(made.ChecksumCRC32, 'NhCmhg==');
  const got = await send('GetObject', { Bucket, Key: 'k', ChecksumMode: 'ENABLED' });
  assert.equal(got.ContentLength, 5);
  recent(got.LastModified, 'LastModified');
  assert.equal(got.ContentType, 'application/octet-stream');
  assert.deepEqual(got.Metadata, {});
  absent(got, 'ContentEncoding', 'CacheControl', 'ContentRange', 'StorageClass', 'PartsCount', 'DeleteMarker', 'Expiration');
  assert.equal(await got.Body.transformToString(), 'hello');
});

test('s3: a stream of known length travels in chunks with a trailer, and is stored without them', async (later) => {
  const Bucket = await bucket(later);
  await put(Bucket, 'k', stream('abc', 'def'), { ContentLength: 6, ContentEncoding: 'gzip' });
  const got = await send('GetObject', { Bucket, Key: 'k', ChecksumMode: 'ENABLED' });
  assert.equal(await got.Body.transformToString(), 'abcdef');
  assert.equal(got.ContentEncoding, 'gzip', 'what was beside aws-chunked stays');
  assert.equal(got.ContentLength, 6);
  await put(Bucket, 'plain', stream('abc'), { ContentLength: 3 });
  absent(await send('HeadObject', { Bucket, Key: 'plain' }), 'ContentEncoding');
});

test('s3: a large stream in chunks keeps every byte', async (later) => {
  const Bucket = await bucket(later);
  const chunks = Array.from({ length: 48 }, (_, i) => Buffer.alloc(65_537, i));
  const whole = Buffer.concat(chunks);
  await put(Bucket, 'k', Readable.from(chunks), { ContentLength: whole.length, ChecksumAlgorithm: 'SHA256' });
  const got = await send('GetObject', { Bucket, Key: 'k', ChecksumMode: 'ENABLED' });
  assert.ok(got.ChecksumSHA256);
  assert.ok(whole.equals(Buffer.from(await got.Body.transformToByteArray())));
});

for (const ChecksumAlgorithm of ['CRC32', 'CRC32C', 'SHA1', 'SHA256']) {
  test(`s3: ${ChecksumAlgorithm} is kept and answered, for a text and for a stream`, async (later) => {
    const Bucket = await bucket(later);
    const made = await put(Bucket, 'text', 'hello', { ChecksumAlgorithm });
    const streamed = await put(Bucket, 'stream', stream('hel', 'lo'), { ContentLength: 5, ChecksumAlgorithm });
    assert.ok(made[`Checksum${ChecksumAlgorithm}`]);
    assert.equal(streamed[`Checksum${ChecksumAlgorithm}`], made[`Checksum${ChecksumAlgorithm}`]);
    const head = await send('HeadObject', { Bucket, Key: 'stream', ChecksumMode: 'ENABLED' });
    assert.equal(head[`Checksum${ChecksumAlgorithm}`], made[`Checksum${ChecksumAlgorithm}`]);
    assert.equal(head.ChecksumType, 'FULL_OBJECT');
    const { Checksum, ObjectSize } = await send('GetObjectAttributes', {
      Bucket, Key: 'stream', ObjectAttributes: ['Checksum', 'ObjectSize'] });
    assert.equal(Checksum[`Checksum${ChecksumAlgorithm}`], made[`Checksum${ChecksumAlgorithm}`]);
    assert.equal(ObjectSize, 5);
  });
}

test('s3: a wrong checksum is refused and nothing is kept', async (later) => {
  const Bucket = await bucket(later);
  await refused(put(Bucket, 'k', 'hello', { ChecksumCRC32: 'AAAAAA==' }), 'BadDigest');
  await refused(send('HeadObject', { Bucket, Key: 'k' }), S3.NotFound, 404);
});

test('s3: lib-storage uploads a stream in parts', async (later) => {
  const Bucket = await bucket(later);
  const body = () => Readable.from([Buffer.alloc(6 * MIB, 'a'), Buffer.alloc(3 * MIB, 'b')]);
  const seen = [];
  const upload = new Upload({ client: s3, params: { Bucket, Key: 'k', Body: body(), ContentType: 'text/x' } });
  upload.on('httpUploadProgress', (progress) => seen.push(progress.loaded));
  const done = await upload.done();
  assert.match(done.ETag, /^"[0-9a-f]{32}-2"$/);
  assert.equal(done.Key, 'k');
  assert.equal(seen.at(-1), 9 * MIB);
  const head = await send('HeadObject', { Bucket, Key: 'k', PartNumber: 1 });
  assert.equal(head.PartsCount, 2);
  assert.equal((await send('HeadObject', { Bucket, Key: 'k' })).ContentType, 'text/x');
  const Range = `bytes=${6 * MIB - 2}-${6 * MIB + 1}`;
  assert.equal(await text(Bucket, 'k', { Range }), 'aabb');
  // One part only is a plain object.
  const small = await new Upload({ client: s3, params: { Bucket, Key: 's', Body: stream('abc') } }).done();
  assert.match(small.ETag, /^"[0-9a-f]{32}"$/);
});

test('s3: an upload that is given up leaves no parts behind', async (later) => {
  const Bucket = await bucket(later);
  const broken = Readable.from((async function* parts() {
    yield Buffer.alloc(6 * MIB);
    throw new Error('the source broke');
  })());
  await assert.rejects(new Upload({ client: s3, params: { Bucket, Key: 'k', Body: broken } }).done(), /the source broke/);
  absent(await send('ListMultipartUploads', { Bucket }), 'Uploads');
});

test('s3: parts by hand, listed in pages, completed in order only', async (later) => {
  const Bucket = await bucket(later);
  const { UploadId } = await send('CreateMultipartUpload', { Bucket, Key: 'k' });
  const Parts = [];
  for (const PartNumber of [1, 2, 3]) {
    const Body = Buffer.alloc(PartNumber < 3 ? 5 * MIB : 10, PartNumber);
    const { ETag } = await send('UploadPart', { Bucket, Key: 'k', UploadId, PartNumber, Body });
    Parts.push({ PartNumber, ETag });
  }
  const listed = await pages(S3.paginateListParts({ client: s3, pageSize: 1 }, { Bucket, Key: 'k', UploadId }), 3);
  assert.deepEqual(listed.flatMap((page) => page.Parts ?? []).map((part) => [part.PartNumber, part.Size]),
    [[1, 5 * MIB], [2, 5 * MIB], [3, 10]]);
  const complete = (parts) => send('CompleteMultipartUpload', { Bucket, Key: 'k', UploadId, MultipartUpload: { Parts: parts } });
  await refused(complete([Parts[1], Parts[0], Parts[2]]), 'InvalidPartOrder');
  await complete(Parts);
  assert.equal((await send('HeadObject', { Bucket, Key: 'k' })).ContentLength, 10 * MIB + 10);
  await refused(send('ListParts', { Bucket, Key: 'k', UploadId }), S3.NoSuchUpload, 404);
});

test('s3: keys and metadata of every kind come back as they were', async (later) => {
  const Bucket = await bucket(later);
  const Key = 'a b//ü+&=?#%20~\'()*!<>"';
  await put(Bucket, Key, 'k', { Metadata: { plain: 'x y' }, ContentType: 'text/x', CacheControl: 'no-store',
    ContentDisposition: 'attachment; filename="f"', ContentLanguage: 'de', Expires: new Date('2030-01-02T03:04:05Z') });
  assert.equal(await text(Bucket, Key), 'k');
  const head = await send('HeadObject', { Bucket, Key });
  assert.deepEqual(head.Metadata, { plain: 'x y' });
  assert.deepEqual([head.ContentType, head.CacheControl, head.ContentDisposition, head.ContentLanguage],
    ['text/x', 'no-store', 'attachment; filename="f"', 'de']);
  assert.equal(new Date(head.ExpiresString ?? head.Expires).toISOString(), '2030-01-02T03:04:05.000Z');
  const { Contents } = await send('ListObjectsV2', { Bucket });
  assert.equal(Contents[0].Key, Key);
});

test('s3: listings are typed, and pages name everything once', async (later) => {
  const Bucket = await bucket(later);
  const empty = await send('ListObjectsV2', { Bucket });
  assert.equal(empty.KeyCount, 0);
  assert.equal(empty.IsTruncated, false);
  absent(empty, 'Contents', 'CommonPrefixes', 'NextContinuationToken', 'Delimiter', 'StartAfter');
  for (const Key of ['a', 'b/1', 'b/2', 'c/3', 'd']) await put(Bucket, Key, 'x');
  const found = await pages(S3.paginateListObjectsV2({ client: s3, pageSize: 1 }, { Bucket, Delimiter: '/' }), 4);
  assert.deepEqual(found.flatMap((page) => page.Contents ?? []).map((item) => item.Key), ['a', 'd']);
  assert.deepEqual(found.flatMap((page) => page.CommonPrefixes ?? []).map((item) => item.Prefix), ['b/', 'c/']);
  const [first] = found[0].Contents;
  assert.equal(first.Size, 1);
  recent(first.LastModified, 'LastModified');
  assert.equal(first.StorageClass, 'STANDARD');
  absent(first, 'Owner');
  await refused(send('ListObjectsV2', { Bucket, ContinuationToken: 'nonsense' }), 'InvalidArgument');
  const buckets = await pages(S3.paginateListBuckets({ client: s3, pageSize: 1 }, {}));
  const mine = buckets.flatMap((page) => page.Buckets ?? []).filter((one) => one.Name === Bucket);
  assert.equal(mine.length, 1);
  recent(mine[0].CreationDate, 'CreationDate');
});

test('s3: errors are of their classes', async (later) => {
  const Bucket = await bucket(later);
  const nobody = unique('no');
  const error = await refused(text(Bucket, 'nobody'), S3.NoSuchKey, 404, /The specified key does not exist/);
  assert.equal(error.Key, 'nobody');
  await refused(send('ListObjectsV2', { Bucket: nobody }), S3.NoSuchBucket, 404);
  await refused(send('HeadObject', { Bucket, Key: 'nobody' }), S3.NotFound, 404);
  await refused(send('HeadBucket', { Bucket: nobody }), S3.NotFound, 404);
  await put(Bucket, 'k', 'x');
  await refused(send('DeleteBucket', { Bucket }), 'BucketNotEmpty', 409);
  await refused(send('GetObject', { Bucket, Key: 'k', Range: 'bytes=5-' }), 'InvalidRange', 416);
  await refused(put(Bucket, 'k', 'x', { IfNoneMatch: '*' }), 'PreconditionFailed', 412);
  await refused(send('GetBucketPolicy', { Bucket }), 'NoSuchBucketPolicy', 404);
  await refused(send('GetBucketTagging', { Bucket }), 'NoSuchTagSet', 404);
});

test('s3: the waiters see buckets and objects come and go', async () => {
  const Bucket = unique('js');
  const waiting = { client: s3, maxWaitTime: 20, minDelay: 1, maxDelay: 1 };
  const soon = S3.waitUntilBucketExists(waiting, { Bucket });
  await send('CreateBucket', { Bucket });
  assert.equal((await soon).state, 'SUCCESS');
  await put(Bucket, 'k', 'x');
  assert.equal((await S3.waitUntilObjectExists(waiting, { Bucket, Key: 'k' })).state, 'SUCCESS');
  await send('DeleteObject', { Bucket, Key: 'k' });
  assert.equal((await S3.waitUntilObjectNotExists(waiting, { Bucket, Key: 'k' })).state, 'SUCCESS');
  await send('DeleteBucket', { Bucket });
  assert.equal((await S3.waitUntilBucketNotExists(waiting, { Bucket })).state, 'SUCCESS');
});

test('s3: presigned URLs read, write, and are refused when they are changed', async (later) => {
  const Bucket = await bucket(later);
  const url = (Command, input, more) => getSignedUrl(s3, new S3[`${Command}Command`]({ Bucket, ...input }), { expiresIn: 60, ...more });
  const written = await fetch(await url('PutObject', { Key: 'k', ContentType: 'text/x' }), { method: 'PUT', body: 'by url' });
  assert.equal(written.status, 200, await written.text());
  assert.equal(await text(Bucket, 'k'), 'by url');
  const read = await url('GetObject', { Key: 'k', ResponseContentType: 'text/y' });
  const got = await fetch(read);
  assert.equal(await got.text(), 'by url');
  assert.equal(got.headers.get('content-type'), 'text/y');
  assert.equal((await fetch(read.replace('/k?', '/l?'))).status, 403);
  assert.equal((await fetch(await url('GetObject', { Key: 'nobody' }))).status, 404);
  assert.equal((await fetch(`${endpoint}/${Bucket}/k`)).status, 403, 'without a signature');
});

test('s3: copies and batch deletions answer in the declared types', async (later) => {
  const Bucket = await bucket(later);
  await put(Bucket, 'from ü', 'x', { Metadata: { a: 'b' } });
  const { CopyObjectResult } = await send('CopyObject', { Bucket, Key: 'to', CopySource: `${Bucket}/${encodeURIComponent('from ü')}` });
  recent(CopyObjectResult.LastModified, 'LastModified');
  assert.equal((await send('HeadObject', { Bucket, Key: 'to' })).Metadata.a, 'b');
  const gone = await send('DeleteObjects', { Bucket, Delete: { Objects: [{ Key: 'to' }, { Key: 'nobody' }] } });
  assert.deepEqual(gone.Deleted.map(({ Key }) => Key).sort(), ['nobody', 'to']);
  absent(gone, 'Errors');
  const quiet = await send('DeleteObjects', { Bucket, Delete: { Objects: [{ Key: 'from ü' }], Quiet: true } });
  absent(quiet, 'Errors', 'Deleted');
});

test('s3: a bucket in the host name is the same bucket', async (later) => {
  const Bucket = await bucket(later);
  await put(Bucket, 'a b', 'x');
  // The endpoint's own name need not resolve: the request goes to where the daemon listens, under the bucket's host.
  const { hostname, port } = new URL(endpoint);
  const virtual = client(S3.S3Client, { endpoint: `http://localhost:${port}`, forcePathStyle: false });
  virtual.middlewareStack.addRelativeTo((next) => (args) => {
    assert.equal(args.request.hostname, `${Bucket}.localhost`);
    args.request.hostname = hostname; // after signing: the Host header stays as it was signed
    return next(args);
  }, { relation: 'after', toMiddleware: 'awsAuthMiddleware', name: 'toTheDaemon' });
  const got = await virtual.send(new S3.GetObjectCommand({ Bucket, Key: 'a b' }));
  assert.equal(await got.Body.transformToString(), 'x');
  assert.equal((await virtual.send(new S3.ListObjectsV2Command({ Bucket }))).KeyCount, 1);
});
