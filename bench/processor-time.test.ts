import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { createTally, readProcessorTime } from './processor-time.ts';

const folder = mkdtempSync(join(tmpdir(), 'errand-time-'));
after(() => rmSync(folder, { recursive: true }));

test('processor time is told per job over all rounds; without a first or last reading a round does not count', () => {
  const tally = createTally();
  assert.equal(tally.perJob(), undefined);
  tally.add(1_000, { postgresMs: 100, programMs: 50 }, { postgresMs: 300, programMs: 100 });
  tally.add(1_000, { postgresMs: 400, programMs: 100 }, { postgresMs: 500, programMs: 250 });
  tally.add(5_000, undefined, { postgresMs: 900, programMs: 900 });
  assert.deepEqual(tally.perJob(), { postgresUs: 150, programUs: 100 });
});

test('the processor time of a process is read from the kernel', { skip: process.platform !== 'linux' }, () => {
  assert.equal(readProcessorTime(folder, process.pid), undefined);
  mkdirSync(join(folder, 'postgres'));
  // This process also plays the postmaster.
  writeFileSync(join(folder, 'postgres', 'postmaster.pid'), `${process.pid}\n/data\n`);
  const used = () => readProcessorTime(folder, process.pid)!;
  const before = used();
  while (used().programMs === before.programMs);
  assert.ok(used().programMs > before.programMs && used().postgresMs > before.postgresMs);
});
