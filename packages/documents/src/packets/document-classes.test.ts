import assert from 'node:assert/strict';
import { test } from 'node:test';
import { classOfTitle, documentNumber } from './document-classes.ts';

test('a title names the kind of its document, the narrower one first', () => {
  const cases: [string, string | undefined][] = [
    ['INVOICE', 'invoice'],
    ['Rechnung Nr. 4711', 'invoice'],
    ['Credit note for invoice 12', 'credit note'],
    ['Relevé de compte', 'bank statement'],
    ['Dear Mr. Smith', 'letter'],
    ['Nothing of the kind', undefined],
    [`The invoice ${'and more '.repeat(12)}`, undefined],
  ];
  for (const [line, kind] of cases) assert.equal(classOfTitle(line), kind, line);
});

test('the number of a document has a digit', () => {
  assert.equal(documentNumber('Invoice No. a-4711'), 'A-4711');
  assert.equal(documentNumber('Nr: 2026/05.'), '2026/05');
  assert.equal(documentNumber('No. Items'), undefined);
  assert.equal(documentNumber('nothing here'), undefined);
});
