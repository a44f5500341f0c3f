import assert from 'node:assert/strict';
import { test } from 'node:test';
import { pluck } from '../../../test/pluck.ts';
import { InvalidRuns } from './invalid-runs.ts';

test('problems keep the number of their item, and messages name it where a call has several', () => {
  const problems = [
    { index: 0, text: "Required input 'a' was not supplied." },
    { index: 7, text: 'At most 10 files are allowed, but there are 11.' },
  ];
  assert.deepEqual(new InvalidRuns(problems).options.messages, pluck(problems, 'text'));
  const named = new InvalidRuns(problems, (index) => `inputs[${index}]`);
  assert.deepEqual(named.problems, problems);
  assert.deepEqual(named.options.messages, [
    "inputs[0]: required input 'a' was not supplied.",
    'inputs[7]: At most 10 files are allowed, but there are 11.',
  ]);
});

test('of thousands of problems a thousand are reported, and all are known', () => {
  const error = new InvalidRuns(Array.from({ length: 3_000 }, (_, index) => ({ index, text: 'Bad.' })));
  assert.deepEqual([error.options.messages!.length, error.problems.length], [1_000, 3_000]);
});
