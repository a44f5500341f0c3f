import assert from 'node:assert/strict';
import { test } from 'node:test';
import { listAnswerFields, readAnswerFields } from './answer-fields.ts';

const schema = {
  type: 'object',
  properties: {
    name: { type: 'string', title: 'Who is it?' },
    total: { type: 'number' },
    known: { type: 'boolean' },
    risk: { enum: ['low', 'high'] },
  },
  required: ['name'],
};

test('plain members are fields with their titles and choices', () => {
  assert.deepEqual(
    listAnswerFields(schema)?.map(({ label, type, choices, required }) => [label, type, choices, required]),
    [
      ['Who is it?', 'string', null, true],
      ['total', 'number', null, false],
      ['known', 'boolean', ['true', 'false'], false],
      ['risk', 'string', ['low', 'high'], false],
    ],
  );
});

test('anything else is written as JSON', () => {
  for (const other of [null, { type: 'number' }, { type: 'object', properties: { list: { type: 'array' } } }])
    assert.equal(listAnswerFields(other), undefined);
});

test('answers have the types that are asked for, and leave out what is empty', () => {
  const typed: Record<string, string> = { name: '7', total: '12.5', known: 'false', risk: '' };
  const answer = readAnswerFields(listAnswerFields(schema)!, (name) => typed[name] ?? '');
  assert.deepEqual(answer, { name: '7', total: 12.5, known: false });
});
