import assert from 'node:assert/strict';
import { test } from 'node:test';
import { correctOutputs, hasVerdict } from './review-views.ts';

const output = (value: string, data_type = 'application/json') => ({
  key: 'k',
  data_type,
  value,
  description: '',
  cost: 0,
});

test('a corrected verdict stands in the place of the one that was given, and everything else stays', () => {
  const [first, second] = correctOutputs(
    [
      output('{"verdict":"approved","score":1.50,"n":12345678901234567890}'),
      output('{"result":{"verdict":"approved","a":1}}'),
    ],
    'rejected',
  );
  assert.equal(first?.value, '{"verdict":"rejected","score":1.5,"n":12345678901234567890}');
  assert.equal(second?.value, '{"result":{"verdict":"rejected","a":1}}');
});

test('outputs without a verdict, or that only look like it, are left alone', () => {
  const others = [output('"verdict"'), output('{"a":1}'), output('the "verdict" is', 'text/plain')];
  assert.deepEqual(correctOutputs(others, 'rejected'), others);
  assert.equal(hasVerdict([others[1]!, others[2]!]), false);
  assert.equal(hasVerdict([output('{"verdict":"approved"}')]), true);
});
