// What the tests through the AWS SDK for JavaScript share: clients of the server under test, names that nobody else
// uses, and checks that read well. Endpoint and keys come from the environment, as they do for anybody's program.
const assert = require('node:assert/strict');
const { randomBytes } = require('node:crypto');
const nodeTest = require('node:test');

const endpoint = process.env.BERTH_TEST_ENDPOINT;
const account = '000000000000';
const region = 'us-east-1';
const TEST_MILLISECONDS = 90_000;

/** A client of one service. S3 is addressed by path, since the host's resolver may not know names below it. */
function client(Client, more = {}) {
  return new Client({ endpoint, region, maxAttempts: 1, forcePathStyle: true, ...more });
}

const unique = (prefix = 't') => `${prefix}-${randomBytes(4).toString('hex')}`;

/** One test. It gets `later(fn)`: what is to be undone at its end, the newest first, whether it passed or not. */
function test(name, body) {
  nodeTest.test(name, { timeout: TEST_MILLISECONDS }, async (context) => {
    const undo = [];
    try {
      await body((fn) => undo.push(fn), context);
    } finally {
      for (const fn of undo.reverse()) await fn();
    }
  });
}

/** The call must be refused with this error: a class that the SDK exports, or the code as text. Answers the error. */
async function refused(call, kind, status = 400, message = /./) {
  let error;
  try {
    await call;
  } catch (e) {
    error = e;
  }
  const name = typeof kind === 'string' ? kind : kind.name;
  assert.ok(error, `nothing refused; wanted ${name}`);
  assert.equal(error.name, name, `${error.name}: ${error.message}`);
  if (typeof kind !== 'string') assert.ok(error instanceof kind, `${error.name} is not of its class`);
  assert.equal(error.$metadata?.httpStatusCode, status);
  assert.match(error.message, message);
  return error;
}

/** All pages of a paginator, which must have at least `least` of them. */
async function pages(paginator, least = 1) {
  const all = [];
  for await (const page of paginator) all.push(page);
  assert.ok(all.length >= least, `${all.length} pages, wanted ${least} or more`);
  return all;
}

/** A Date of the last hour (what servers stamp on what tests have just made). */
function recent(value, what) {
  assert.ok(value instanceof Date, `${what} is ${typeof value}, not a Date`);
  const age = Date.now() - value.getTime();
  assert.ok(age > -60_000 && age < 3_600_000, `${what} is ${value.toISOString()}`);
}

/** These members are not there at all. */
function absent(object, ...names) {
  for (const name of names) assert.equal(object[name], undefined, `${name} is ${JSON.stringify(object[name])}`);
}

/** Calls `probe` until it answers something true. */
async function waitFor(probe, what, milliseconds = 30_000) {
  const end = Date.now() + milliseconds;
  for (;;) {
    const value = await probe();
    if (value) return value;
    assert.ok(Date.now() < end, `not within ${milliseconds} ms: ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

module.exports = { absent, account, assert, client, endpoint, pages, recent, refused, region, test, unique, waitFor };
