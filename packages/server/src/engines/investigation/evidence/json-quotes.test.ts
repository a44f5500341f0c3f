import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isQuoteOfValue, plainJson, valueAt } from './json-quotes.ts';

test('blanks and forms of numbers make no difference, text in quotes does', () => {
  assert.equal(plainJson('{ "amount" : 48000.0 ,\n "to": "A  B" }'), '{"amount":48000,"to":"A  B"}');
});

test('a value is found by pointer or row, and compared with what is quoted from it', () => {
  const table = Array.from({ length: 5 }, (_, index) => JSON.stringify({ id: index + 1, amount: 10 * index })).join(
    '\n',
  );
  assert.deepEqual(valueAt(table, 'row 4'), { id: 4, amount: 30 });
  assert.equal(valueAt(table, '/3/amount'), 30);
  assert.equal(valueAt(table, 'row 9'), undefined);
  assert.equal(valueAt('{"a": {"b": [1, "x"]}}', '/a/b/1'), 'x');
  for (const quote of ['30', '"amount":30', '"amount": 30.0']) assert.ok(isQuoteOfValue(quote, 30), quote);
  for (const quote of ['31', '"amount":3', '{"id": 4}']) assert.ok(!isQuoteOfValue(quote, 30), quote);
  assert.ok(isQuoteOfValue('Cash deposit', 'cash deposit'));
  assert.ok(isQuoteOfValue('{"id": 4, "amount": 30}', { id: 4, amount: 30 }));
  assert.ok(!isQuoteOfValue('{"id": 4, "amount": 31}', { id: 4, amount: 30 }));
});
