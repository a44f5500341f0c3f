import assert from 'node:assert/strict';
import { test } from 'node:test';
import { correctOutputs } from './review-views.ts';

const verdict = (correctedVerdict: string) => ({ correctedVerdict, correctedOutputs: null });

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
    verdict('rejected'),
  );
  assert.equal(first?.value, '{"verdict":"rejected","score":1.5,"n":12345678901234567890}');
  assert.equal(second?.value, '{"result":{"verdict":"rejected","a":1}}');
});

test('outputs without a verdict, or that only look like it, are left alone', () => {
  const others = [output('"verdict"'), output('{"a":1}'), output('the "verdict" is', 'text/plain')];
  assert.deepEqual(correctOutputs(others, verdict('rejected')), others);
});

test('values are corrected by pointer in the first JSON output, also new members and elements', () => {
  const outputs = [output('Total', 'text/plain'), output('{"total":1,"items":[{"a/b":1}],"n":12345678901234567890}')];
  const correctedOutputs = { '/total': 2, '/items/0/a~1b': null, '/items/-': 'x', '/new': [1] };
  const [text, json] = correctOutputs(outputs, { correctedVerdict: null, correctedOutputs });
  assert.equal(text?.value, 'Total');
  assert.equal(json?.value, '{"total":2,"items":[{"a/b":null},"x"],"n":12345678901234567890,"new":[1]}');
});
