// A reporter for node's own test runner: prints what failed, as tests/support/runner.py does, and writes the totals as
// JSON to BERTH_TEST_REPORT.
import { writeFileSync } from 'node:fs';

const verbose = process.env.BERTH_TEST_VERBOSE === '1';
const seconds = (data) => `(${((data.details?.duration_ms ?? 0) / 1000).toFixed(1)} s)`;

function* reasons(error) {
  for (let e = error; e; e = e.cause) {
    const text = typeof e === 'string' ? e : e.stack || `${e.name}: ${e.message}`;
    yield* text.split('\n').filter((line) => !line.includes('node:internal')).slice(0, 30).map((line) => `    ${line}\n`);
    if (e.$metadata) yield `    ${JSON.stringify(e.$metadata)}\n`;
  }
}

export default async function* report(events) {
  const totals = { passed: 0, failed: 0, skipped: 0 };
  for await (const { type, data } of events) {
    if (type === 'test:stderr' || type === 'test:stdout') {
      yield data.message;
    } else if (type === 'test:pass' && data.details?.type !== 'suite') {
      if (data.skip === 'test name does not match pattern') continue; // not chosen: neither run nor skipped
      if (data.skip !== undefined) {
        totals.skipped++;
        yield `skip ${data.name}: ${data.skip}\n`;
      } else {
        totals.passed++;
        if (verbose) yield `ok   ${data.name} ${seconds(data)}\n`;
      }
    } else if (type === 'test:fail' && data.details?.error?.failureType !== 'subtestsFailed') {
      totals.failed++;
      yield `FAIL ${data.name} ${seconds(data)}\n`;
      yield* reasons(data.details?.error);
    }
  }
  writeFileSync(process.env.BERTH_TEST_REPORT, JSON.stringify(totals));
}
