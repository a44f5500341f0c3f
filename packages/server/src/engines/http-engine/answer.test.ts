import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { StepUsage } from '../engine/engine.ts';
import { readAnswer, useAnswer } from './answer.ts';

test('an answer that is not JSON or not of the protocol is refused with the reason', () => {
  assert.throws(() => readAnswer('<html>'), /not JSON/);
  assert.throws(() => readAnswer('{"outputs": 5}'), /does not fit the protocol: \/outputs /);
});

test('the usage of the remote agent is recorded, also when it failed', () => {
  const usage: StepUsage = {};
  const answer = readAnswer('{"error": {"message": "busy", "retry": true}, "usage": {"input_tokens": 7, "cost": 0.5}}');
  assert.throws(() => useAnswer(answer, usage), { message: 'busy', retry: true });
  assert.deepEqual(usage, { inputTokens: 7, cost: 0.5 });
});

test('an answer with neither outputs nor an error ends the job', () => {
  assert.throws(() => useAnswer(readAnswer('{}'), {}), /neither outputs nor an error/);
});
