import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isRight, isSame, majorityOf, readAnswer, scoreCases } from './score.ts';

const json = (value: unknown) => [
  { key: 'output', data_type: 'application/json', value: JSON.stringify(value), description: '', cost: 0 },
];

test('an answer is read by verdict, by member, by pointer and by the key of an output; what is missing is left out', () => {
  const outputs = [
    ...json({ total: 12, lines: [{ sku: 'a' }], nothing: null }),
    { key: 'note', data_type: 'text/plain', value: 'seen', description: '', cost: 0 },
  ];
  const fields = ['verdict', 'total', '/lines/0/sku', '/lines/1/sku', 'nothing', 'note', 'gone'];
  assert.deepEqual(readAnswer(fields, { uiFields: { verdict: 'approved' }, outputs }), {
    verdict: 'approved',
    total: 12,
    '/lines/0/sku': 'a',
    nothing: null,
    note: 'seen',
  });
  assert.deepEqual(readAnswer(['verdict'], { uiFields: null, outputs: json({ verdict: 'x' }) }), { verdict: 'x' });
});

test('texts of files match values of other types; objects match whatever the order of their members', () => {
  assert.ok(isSame('12', 12));
  assert.ok(isSame('true', true));
  assert.ok(isSame(' Café', 'Cafe\u0301 '));
  assert.ok(isSame({ a: 1, b: [2] }, { b: [2], a: 1 }));
  assert.ok(!isSame('12', 13));
  assert.ok(!isSame([1, 2], [2, 1]));
  assert.ok(!isSame('', 0));
});

test('a case is right when every expected field is; a missing one is wrong unless nothing is expected', () => {
  assert.ok(isRight({ expected: { a: 1, b: null }, got: { a: 1 } }));
  assert.ok(!isRight({ expected: { a: 1, b: 2 }, got: { a: 1 } }));
  assert.ok(!isRight({ expected: { b: null }, got: { b: 2 } }));
  assert.ok(!isRight({ expected: { b: null }, got: null }));
});

test('accuracy is weighted; precision and recall are of the values; verdicts are counted by what was said', () => {
  const scores = scoreCases([
    { expected: { verdict: 'yes', total: 1 }, weight: 3, got: { verdict: 'yes', total: 1 } },
    { expected: { verdict: 'yes', total: 2 }, weight: 1, got: { verdict: 'no' } },
    { expected: { verdict: 'no' }, weight: 1, got: null },
  ]);
  assert.equal(scores.accuracy, 3 / 5);
  assert.deepEqual(scores.by_field.total, { precision: 1, recall: 3 / 4 });
  assert.deepEqual(scores.by_field.verdict, { precision: 3 / 4, recall: 3 / 5 });
  assert.deepEqual(scores.confusion, { yes: { yes: 1, no: 1 }, no: { '(none)': 1 } });
  assert.equal(scoreCases([{ expected: { a: 1 }, weight: 1, got: { a: 1 } }]).confusion, undefined);
});

test('of several answers the majority counts, field by field; more failures than answers are no answer', () => {
  assert.deepEqual(majorityOf([{ a: 1, b: 1 }, { a: 2, b: 1 }, { a: 1 }]), { a: 1, b: 1 });
  assert.equal(majorityOf([{ a: 1 }, null, null]), null);
  assert.deepEqual(majorityOf([{ a: 1 }, {}, {}]), {});
  assert.deepEqual(majorityOf([{ a: 2 }, { a: 1 }]), { a: 2 }, 'of equals the first');
});
