import assert from 'node:assert/strict';
import { test } from 'node:test';
import { describeUnsteady, summarize } from './report.ts';
import type { Failure, Outcome } from './run-file.ts';

test('a file that passed only alone is named with what failed', () => {
  const failure = { file: '/a.test.ts', line: 7, name: 'waits', reason: 'too early' };
  const first = {
    file: '/a.test.ts',
    argv: [],
    seconds: 1,
    events: [],
    tests: 1,
    skipped: 0,
    failures: [failure],
    testFiles: new Set<string>(),
  };
  assert.match(describeUnsteady([first]).join('\n'), /1 unsteady[\s\S]+a\.test\.ts:7 waits\n +too early/);
  assert.deepEqual(describeUnsteady([]), []);
});

test('the summary stays short however much fails, and is green when nothing does', () => {
  const outcome = (failures: Failure[]): Outcome => ({
    file: '/a.test.ts',
    argv: [],
    seconds: 1,
    events: [],
    tests: 3,
    skipped: 1,
    failures,
    testFiles: new Set(),
  });
  const failures = Array.from({ length: 100 }, (_, line) => ({
    file: '/a.test.ts',
    line,
    name: 'n',
    reason: `${line} ${'long '.repeat(500)}`,
  }));
  const lines = summarize([outcome(failures)], 1);
  assert.ok(lines.length <= 30 && lines.every((line) => line.length < 400));
  assert.match(lines.at(-1)!, /and 88 others/);
  assert.match(summarize([outcome([]), outcome([])], 62).at(-1)!, /✓ 6 tests in 2 files, 2 skipped, 62 s/);
});
