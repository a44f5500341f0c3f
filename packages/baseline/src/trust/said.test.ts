import assert from 'node:assert/strict';
import { test } from 'node:test';
import { checkValue } from './check-value.ts';
import type { Mark } from './model.ts';

// What a text leaves open, denies, or says in another currency or of another party.

const text = { type: ['string', 'null'] };
const number = { type: ['number', 'null'] };
const boolean = { type: ['boolean', 'null'] };

type Said = [source: string, value: Record<string, unknown>, type: object];

function marksOf([source, value, type]: Said): Mark[] {
  const properties = Object.fromEntries(Object.keys(value).map((name) => [name, type]));
  return checkValue({ value, schema: { type: 'object', properties }, sources: [{ text: source }], isModel: true });
}

test('what nobody knows or has looked at is neither yes nor no', () => {
  for (const source of [
    'PEP: unknown',
    'PEP: not checked',
    'PEP: n/a',
    'PEP: maybe',
    'PEP status: pending',
    'The PEP status of the customer is still unknown.',
    '{"pep": "unknown"}',
  ])
    for (const pep of [true, false]) {
      const [mark] = marksOf([source, { pep }, boolean]);
      assert.deepEqual([mark!.status, mark!.note], ['unsupported', 'The source leaves it open.'], `${source} ${pep}`);
    }
});

test('what the field asks for can still be denied in these words', () => {
  for (const said of [
    ['Address verified: not verified', { address_verified: false }, boolean],
    ['The customer has not been screened.', { screened: false }, boolean],
    ['Status: PAID 2025-11-05', { paid: true }, boolean],
  ] as Said[])
    assert.equal(marksOf(said)[0]!.status, 'found', said[0]);
});

test('words that stand where a value would are no value', () => {
  for (const said of [
    ['Guarantor: not provided', { guarantor: 'not provided' }, text],
    ['Employer: unknown', { employer: 'unknown' }, text],
    ['Tel: n/a', { phone: 'n/a' }, text],
    ['Kunde: keine Angabe', { customer: 'keine Angabe' }, text],
  ] as Said[])
    assert.equal(marksOf(said)[0]!.ground, 'form-wrong', said[0]);
  // A cause may be unknown, and the text says so.
  assert.equal(marksOf(['Cause of damage: unknown', { cause: 'unknown' }, text])[0]!.status, 'found');
});

test('a sum in another currency than the field names is another sum', () => {
  const cases: [string, string, string][] = [
    ['Total: 120 USD', 'total_eur', 'number-unit'],
    ['Total: $120', 'total_eur', 'number-unit'],
    ['Total: €120', 'total_gbp', 'number-unit'],
    ['Total: $120', 'total_cad', 'number-labelled'],
    ['Total: USD 120', 'total_usd', 'number-labelled'],
    ['Total: 120', 'total_eur', 'number-labelled'],
  ];
  for (const [source, name, ground] of cases)
    assert.equal(marksOf([source, { [name]: 120 }, number])[0]!.ground, ground, `${source} ${name}`);
});

test('of two parties of a payment the one who paid is not the one who was paid', () => {
  const source = 'Payment from Acme Ltd to Bolt GmbH of EUR 500.';
  const [payer, payee] = marksOf([source, { payer: 'Acme Ltd', payee: 'Bolt GmbH' }, text]);
  assert.deepEqual([payer!.status, payee!.status], ['found', 'found']);
  const swapped = marksOf([source, { payer: 'Bolt GmbH', payee: 'Acme Ltd' }, text]);
  for (const { field, confidence } of swapped) assert.ok(confidence < 0.8, `${field} ${confidence}`);
});
