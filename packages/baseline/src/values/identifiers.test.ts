import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findIdentifiers, type IdentifierKind, identifierOf, isValidIdentifier } from './identifiers.ts';

const right: [IdentifierKind, string][] = [
  ['iban', 'DE89 3704 0044 0532 0130 00'],
  ['iban', 'GB82WEST12345698765432'],
  ['lei', '529900T8BM49AURSDO55'],
  ['isin', 'US0378331005'],
  ['card', '4111 1111 1111 1111'],
  ['vat', 'DE136695976'],
  ['vat', 'IT00743110157'],
  ['vat', 'FR40303265045'],
];

test('identifiers with the right check digit are valid, and with one digit changed they are not', () => {
  for (const [kind, value] of right) {
    assert.equal(isValidIdentifier(kind, value), true, value);
    const at = value.search(/\d\D*$/);
    const changed = value.slice(0, at) + String((Number(value[at]) + 1) % 10) + value.slice(at + 1);
    assert.equal(isValidIdentifier(kind, changed), false, changed);
  }
  assert.equal(isValidIdentifier('iban', 'hello'), undefined);
  assert.equal(isValidIdentifier('iban', 'DE8937040044053201300'), false, 'too short for its country');
});

test('only identifiers whose check is right are found in a text', () => {
  const text = 'Pay to DE89 3704 0044 0532 0130 00 (not DE88 3704 0044 0532 0130 00) with card 4111-1111-1111-1111.';
  assert.deepEqual(
    findIdentifiers(text, 'iban').map(({ value }) => value),
    ['DE89370400440532013000'],
  );
  assert.deepEqual(
    findIdentifiers(text, 'card').map(({ value }) => value),
    ['4111111111111111'],
  );
});

test('a field says by its name which identifier it asks for', () => {
  const kinds = ['iban', 'payerIban', 'lei_code', 'ISIN', 'card_number', 'vat_id', 'vat_number', 'vat', 'total'];
  assert.deepEqual(kinds.map(identifierOf), [
    'iban',
    'iban',
    'lei',
    'isin',
    'card',
    'vat',
    'vat',
    undefined,
    undefined,
  ]);
});
