import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { PolicyRule } from '#policies/model.ts';
import { matchRows } from './match-rows.ts';

const ruleOf = (title: string, description: string): PolicyRule => ({
  id: title,
  category: 'Payments',
  categoryDescription: '',
  title,
  description,
  flag: 'RED_FLAG',
  subRules: [],
});

const amount = ruleOf('High amount', 'A single transaction over 10,000.');
const wire = ruleOf('Wire to a sanctioned country', 'A wire transfer to North Korea.');
const counterparty = ruleOf('Dealings with North Korea', 'Money for a person in North Korea.');
const cash = ruleOf('Structured cash deposits', 'Several cash deposits.');

const quiet = { id: 'T-1', kind: 'card', country: 'DE', amount: 12 };

/** A row among quiet ones, as banks export it. */
const rows: [title: string, rule: PolicyRule, row: Record<string, unknown>][] = [
  ['a number as text', amount, { id: 'T-2', amount: '15000.00' }],
  ['a number with separators and a currency', amount, { amount: 'EUR 15,000.00' }],
  ['an amount that goes out', amount, { amount: -15_000 }],
  ['an amount in an object', amount, { transactionAmount: { amount: '15000.00', currency: 'EUR' } }],
  ['an amount in a list', amount, { entries: [{ amount: 3 }, { amount: 15_000 }] }],
  ['the code of a country in an object', wire, { counterparty: { country: 'KP' } }],
  ['a code in small letters', wire, { country: 'kp' }],
  ['a code of three letters', wire, { country_code: 'PRK' }],
  ['the name of a country', wire, { country: 'NORTH KOREA' }],
  ['the official name of a country', wire, { country: "Korea, Democratic People's Republic of" }],
  ['a country under a name that the rule does not use', counterparty, { creditor: { country: 'KP' } }],
  ['words in a list', cash, { tags: ['structured', 'cash deposit'] }],
  ['words in an object', cash, { details: { text: 'structured cash deposits' } }],
];
for (const [title, rule, row] of rows)
  test(`the row of a table is found by ${title}`, async () =>
    assert.deepEqual(await matchRows([rule], [quiet, row, quiet], 5), [1]));

const others: [title: string, rule: PolicyRule, row: Record<string, unknown>][] = [
  ['an amount as text below the limit', amount, { amount: '1500.00' }],
  ['a balance below zero', ruleOf('High balance', 'A balance over 10,000.'), { balance: -15_000 }],
  ['the number of an account', amount, { account_number: '12345678' }],
  ['a date', amount, { amount: '12.00', date: '2025-03-04' }],
  ['another country', wire, { counterparty: { country: 'de' } }],
];
for (const [title, rule, row] of others)
  test(`a row is not found by ${title}`, async () =>
    assert.deepEqual(await matchRows([rule], [quiet, row, quiet], 5), []));
