import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createReadStream, createWriteStream, statSync } from 'node:fs';
import { type IncomingMessage, request } from 'node:http';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { test } from 'node:test';
import { startHarness, stopAtEnd, until } from '../harness.ts';

// SQL_IMPORT_MB=1024 for the long version.
const MEGABYTES = Number(process.env.SQL_IMPORT_MB ?? 24);

const harness = stopAtEnd(await startHarness({ env: { ERRAND_SQL_MEMORY_MB: '512' } }));
const org = await harness.org();

test(`a CSV of ${MEGABYTES} MB is imported while the memory of the service stays flat`, {
  timeout: 1_500_000,
}, async () => {
  const file = join(harness.dataDir, 'large.csv');
  const rows = await writeCsv(file, MEGABYTES * 1024 * 1024);
  const presigned = await org.request('POST', '/v1/tables/upload/presigned-url/', { table_name: 'large' });
  const { upload_id: id, upload_url: url } = presigned.body;
  const before = process.memoryUsage.rss();
  let peak = before;
  const watching = setInterval(() => {
    peak = Math.max(peak, process.memoryUsage.rss());
  }, 20);
  assert.equal(await send(url, file), 200);
  await org.request('POST', `/v1/tables/upload/${id}/complete/`);
  const state = await until(
    async () => {
      const { body } = await org.request('GET', `/v1/tables/upload/${id}/status/`);
      return body.status !== 'IMPORTING' && body;
    },
    'the import',
    500_000,
  );
  clearInterval(watching);
  assert.deepEqual([state.status, state.summary], ['COMPLETED', { written_rows: rows }], state.error);
  // The client is in this process too, so this is an upper bound.
  assert.ok(peak - before < 200 * 1024 * 1024, `grew by ${Math.round((peak - before) / 1_048_576)} MB`);
});

/** As a stream: fetch holds what it sends in memory. */
async function send(url: string, file: string): Promise<number> {
  const sending = request(url, { method: 'PUT', headers: { 'content-length': statSync(file).size } });
  const answered = once(sending, 'response');
  await pipeline(createReadStream(file), sending);
  const [response] = (await answered) as [IncomingMessage];
  response.resume();
  return response.statusCode!;
}

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
