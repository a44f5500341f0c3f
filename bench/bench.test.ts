import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { test } from 'node:test';
import { promisify } from 'node:util';

test('a quick run of the benchmark measures and prints its table', async () => {
  const run = promisify(execFile);
  const { stdout } = await run(process.execPath, [join(import.meta.dirname, 'run.ts'), 'accept', 'latency', '--quick']);
  assert.match(stdout, /^\| figure/m);
  assert.match(stdout, /accept/);
});
