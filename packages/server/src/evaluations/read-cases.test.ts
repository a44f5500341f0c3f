import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { AppError } from '#platform/errors.ts';
import { readCsvCases, readJsonLines } from './read-cases.ts';

const fieldsOf = (read: () => unknown) => {
  try {
    read();
  } catch (error) {
    return (error as AppError).options.fields;
  }
  return undefined;
};

test('columns of a CSV are inputs, expected values and the weight; empty cells are left out', () => {
  const text = '\ufefftext,lang,expected.total,expected:verdict,weight\n"a, b",en,12,yes,2\nc,,13,,\n';
  assert.deepEqual(readCsvCases(text), [
    { inputs: { text: 'a, b', lang: 'en' }, expected: { total: '12', verdict: 'yes' }, weight: 2 },
    { inputs: { text: 'c' }, expected: { total: '13' } },
  ]);
});

test('a file that is no list of cases is refused with its lines', () => {
  assert.deepEqual(
    fieldsOf(() => readCsvCases('text\na\n')),
    {
      csv: ['A column expected.NAME is required, such as expected.verdict.'],
    },
  );
  assert.deepEqual(
    fieldsOf(() => readCsvCases('text,expected.a,weight\na,,1\nb,2,x\nc,2,\n')),
    {
      csv: [
        'Line 2: expected must be an object with at least one member.',
        'Line 3: weight must be a number above 0 and at most 1,000,000.',
      ],
    },
  );
  assert.match(String(fieldsOf(() => readCsvCases('a,expected.b\n1\n'))?.csv), /columns/i);
  assert.deepEqual(Object.keys(fieldsOf(() => readCsvCases('')) ?? {}), ['csv']);
  const lines = '{"inputs": {}, "expected": {"a": 1}}\n\nnot json\n[]\n{"inputs": {}}\n';
  const messages = fieldsOf(() => readJsonLines(lines))?.json_lines as string[];
  assert.equal(messages.length, 3);
  assert.match(messages[0]!, /^Line 2: /);
  assert.equal(messages[2], 'Line 4: expected must be an object with at least one member.');
});

test('lines of JSON are cases', () => {
  assert.deepEqual(readJsonLines('{"inputs": {"a": "1"}, "expected": {"b": [2]}, "weight": 0.5}\n'), [
    { inputs: { a: '1' }, expected: { b: [2] }, weight: 0.5 },
  ]);
});
