import assert from 'node:assert/strict';
import { test } from 'node:test';
import { describeAnswer, readEffort } from './model-config.ts';

test('reasoning_effort wins over its other name, and neither asks for nothing', () => {
  assert.deepEqual(readEffort({ reasoning_effort: 'low', reasoning: 'high' }), { reasoningEffort: 'low' });
  assert.deepEqual(readEffort({ reasoning: 'high' }), { reasoningEffort: 'high' });
  assert.deepEqual(readEffort({}), {});
});

test('an output names the model that answered, and says when its cost of 0 means unknown', () => {
  const known = describeAnswer({ model: 'm-1', priceKnown: true });
  const unknown = describeAnswer({ model: 'm-1', priceKnown: false });
  assert.match(known, /m-1/);
  assert.doesNotMatch(known, /price/);
  assert.match(unknown, /m-1.*price.*0/);
  assert.match(describeAnswer({ model: 'baseline', priceKnown: true }), /not a language model/);
});
