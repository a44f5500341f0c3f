import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fold, lastIndexOfPhrase, phraseOf, singular, splitWords } from './words.ts';

test('names of fields and labels of forms become the same words', () => {
  for (const name of ['invoiceNumber', 'invoice_number', 'Invoice Number:']) {
    assert.deepEqual(splitWords(name), splitWords('invoice number'), name);
  }
  assert.equal(phraseOf('Invoice No.'), phraseOf('invoiceNumber'));
});

test('case and accents do not count', () => {
  assert.equal(fold('Café'), fold('CAFE'));
});

test('the last place of a phrase is found', () => {
  assert.equal(lastIndexOfPhrase(['due', 'date', 'x', 'due', 'date'], ['due', 'date']), 3);
  assert.equal(lastIndexOfPhrase(['due', 'x', 'date'], ['due', 'date']), -1);
});

test('usual plurals have a singular', () => {
  assert.deepEqual(['invoices', 'companies', 'addresses', 'bus'].map(singular), [
    'invoice',
    'company',
    'address',
    'bus',
  ]);
});
