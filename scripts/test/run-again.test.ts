import assert from 'node:assert/strict';
import { test } from 'node:test';
import { runAgain } from './run-again.ts';
import type { Outcome } from './run-file.ts';

const failure = { file: '/x.test.ts', line: 1, name: 'n', reason: 'r' };
const outcome = (file: string, failed: boolean): Outcome => ({
  file,
  argv: [],
  seconds: 1,
  events: [],
  tests: 1,
  skipped: 0,
  failures: failed ? [failure] : [],
  testFiles: new Set(),
});

test('a file that fails twice stays failed, one that passes alone is unsteady, one that passed does not run again', async () => {
  const outcomes = [outcome('/broken', true), outcome('/unsteady', true), outcome('/good', false)];
  const ran: string[] = [];
  const unsteady = await runAgain(outcomes, async ({ file }) => {
    ran.push(file);
    return outcome(file, file === '/broken');
  });
  assert.deepEqual(ran, ['/broken', '/unsteady']);
  assert.deepEqual(
    unsteady.map(({ file, failures }) => [file, failures.length]),
    [['/unsteady', 1]],
  );
  assert.deepEqual(
    outcomes.map(({ failures }) => failures.length),
    [1, 0, 0],
  );
});

test('many failures are no accident: nothing runs again', async () => {
  const outcomes = Array.from({ length: 5 }, (_, index) => outcome(`/${index}`, true));
  assert.deepEqual(await runAgain(outcomes, () => assert.fail('ran again')), []);
});

test('a second run in which no test ran proves nothing', async () => {
  const outcomes = [outcome('/stopped', true)];
  assert.deepEqual(await runAgain(outcomes, async ({ file }) => ({ ...outcome(file, false), tests: 0 })), []);
});
