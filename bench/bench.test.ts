import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { test } from 'node:test';
import { promisify } from 'node:util';

const repository = join(import.meta.dirname, '..');

async function bench(...args: string[]): Promise<string> {
  const program = join(import.meta.dirname, 'run.ts');
  return (await promisify(execFile)(process.execPath, [program, ...args, '--quick'])).stdout;
}

test('a quick run of the benchmark measures and prints its table', async () => {
  const table = await bench('accept', 'latency');
  assert.match(table, /^\| figure/m);
  assert.match(table, /^\| accept async runs/m);
});

test('runs of durable steps are measured, with the peers that are installed', async () => {
  const table = await bench('steps');
  assert.match(table, /^\| run of three durable steps, p50.* ms/m);
});

test('another checkout is compared with in turns', async () => {
  const table = await bench('end-to-end', '--against', repository);
  assert.match(table, /^\| end to end against the other checkout .* × /m);
});
