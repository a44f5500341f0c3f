import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readMeaning } from './field.ts';
import { readSchema } from './schema.ts';

const meaningOf = (name: string, type = 'string') =>
  readMeaning(readSchema({ type: 'object', properties: { [name]: { type } } }, '').properties![0]!);

test('the name of a field tells the kind of its value', () => {
  assert.equal(meaningOf('contact_email').kind, 'email');
  assert.equal(meaningOf('phone').kind, 'phone');
  assert.equal(meaningOf('dueDate').kind, 'date');
  assert.equal(meaningOf('website').kind, 'url');
});

test('a field is looked for under the other names of the same thing', () => {
  const phrases = meaningOf('invoice_number').labels.map(({ words }) => words.join(' '));
  assert.ok(phrases.length > 1, phrases.join(', '));
});
