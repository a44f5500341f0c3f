import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readSchema } from '../schema/schema.ts';
import { openDocument } from '../text/document.ts';
import { decide } from './truth.ts';

const decided = (text: string, name: string, description = '') => {
  const schema = { type: 'object', properties: { [name]: { type: 'boolean', description } } };
  return decide(readSchema(schema, '').properties![0]!, openDocument(text));
};

test('a label with yes or no decides', () => {
  assert.equal(decided('Insured: yes', 'insured'), true);
  assert.equal(decided('Insured: no', 'insured'), false);
});

test('a sentence that denies it does not make it true', () => {
  assert.equal(decided('The driver was insured at that time.', 'insured'), true);
  assert.notEqual(decided('The driver was not insured at that time.', 'insured'), true);
});
