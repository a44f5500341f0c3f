import assert from 'node:assert/strict';
import { test } from 'node:test';
import { didYouMean, nearest } from './nearest.ts';

const known = [
  'model',
  'output_schema',
  'instruction',
  'temperature',
  'pdf_files',
  'status_code',
  'review_status',
  'review_state',
];

const cases: [word: string, wanted: string | undefined][] = [
  ['modle', 'model'],
  ['outputSchema', 'output_schema'],
  ['output-schema', 'output_schema'],
  ['instructions', 'instruction'],
  ['temprature', 'temperature'],
  ['pdf', 'pdf_files'],
  ['status', 'status_code'],
  ['review_stat', 'review_state'],
  ['colour', undefined],
  ['x', undefined],
  ['', undefined],
  ['y'.repeat(100_000), undefined],
];

for (const [word, wanted] of cases) {
  test(`'${word.slice(0, 20)}' is taken for ${wanted ?? 'no known word'}`, () => {
    assert.equal(nearest(word, known), wanted);
  });
}

test('a question is asked only when there is something to offer', () => {
  assert.equal(didYouMean('modle', known), " Did you mean 'model'?");
  assert.equal(didYouMean('colour', known), '');
});
