import assert from 'node:assert/strict';
import { test } from 'node:test';
import { rankSentences, summarizeText } from './summary.ts';

const text = [
  'The harbour of Ostby was closed because of the storm.',
  'Ships waited outside the harbour until the storm was over.',
  'A bakery in the town sold buns.',
].join(' ');

test('a summary has sentences of the text, in its order', () => {
  const summary = summarizeText(text, 2);
  assert.ok(summary.indexOf('was closed') < summary.indexOf('Ships waited'), summary);
  assert.doesNotMatch(summary, /bakery/);
});

test('what is asked for counts most', () => {
  assert.equal(summarizeText(text, 1, 'bakery buns'), 'A bakery in the town sold buns.');
});

test('a sentence that says the same again is not chosen', () => {
  const same = 'The harbour of Ostby was closed because of the storm.';
  assert.deepEqual(rankSentences([same, same], 2), [same]);
});
