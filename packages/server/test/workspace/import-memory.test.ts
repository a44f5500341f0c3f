import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createWriteStream, openAsBlob } from 'node:fs';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { type Harness, startHarness, type TestOrg } from '../harness.ts';

// SQL_IMPORT_MB=1024 for the long version.
const MEGABYTES = Number(process.env.SQL_IMPORT_MB ?? 24);

let harness: Harness;
let org: TestOrg;

before(async () => {
  harness = await startHarness({ env: { ERRAND_BODY_BYTES_MAX: String(2 ** 31), ERRAND_SQL_MEMORY_MB: '512' } });
  org = await harness.org();
});
after(() => harness.stop());

test(`a CSV of ${MEGABYTES} MB is imported while the memory of the service stays flat`, {
  timeout: 600_000,
}, async () => {
  const file = join(harness.dataDir, 'large.csv');
  const rows = await writeCsv(file, MEGABYTES * 1024 * 1024);
  const form = new FormData();
  form.set('table_name', 'large');
  form.set('file', await openAsBlob(file), 'large.csv');
  const before = process.memoryUsage.rss();
  let peak = before;
  const watching = setInterval(() => {
    peak = Math.max(peak, process.memoryUsage.rss());
  }, 20);
  const answer = await org.request('POST', '/v1/tables/upload/', form);
  clearInterval(watching);
  assert.equal(answer.status, 201, answer.text);
  assert.equal(answer.body.summary.written_rows, rows);
  // The client is in this process too, so this is an upper bound.
  assert.ok(peak - before < 200 * 1024 * 1024, `grew by ${Math.round((peak - before) / 1_048_576)} MB`);
});

async function writeCsv(path: string, bytes: number): Promise<number> {
  const out = createWriteStream(path);
  out.write('id,city,amount,note\n');
  let rows = 0;
  for (let written = 0; written < bytes; ) {
    let block = '';
    for (let at = 0; at < 10_000; at += 1, rows += 1)
      block += `${rows},city ${rows % 997},${rows / 7},some words to fill a line ${rows % 13}\n`;
    written += block.length;
    if (!out.write(block)) await once(out, 'drain');
  }
  out.end();
  await once(out, 'finish');
  return rows;
}
