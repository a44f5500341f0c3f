import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readSchema } from '../schema/schema.ts';
import { openDocument } from '../text/document.ts';
import { findCandidates } from './candidates.ts';
import { fallBack } from './fallback.ts';

type Rules = Record<string, unknown>;
const field = (name: string, rules: Rules = { type: 'string' }) =>
  readSchema({ type: 'object', properties: { [name]: rules } }, '').properties![0]!;
const take = (text: string, name: string, rules?: Rules): unknown =>
  fallBack(field(name, rules), openDocument(text), []);

test('the only one of its kind is taken without a label; of two neither is', () => {
  assert.equal(take('Write to ada@example.org soon', 'email'), 'ada@example.org');
  assert.equal(take('ada@example.org or bob@example.org', 'email'), undefined);
  assert.equal(take('ada@example.org, again ada@example.org', 'email'), 'ada@example.org');
});

test('a name that asks for somebody in particular is not answered by the only one there is', () => {
  assert.equal(take('Write to ada@example.org', 'recipient_email'), undefined);
  assert.equal(take('See https://github.com/ada and https://example.org', 'github_url'), 'https://github.com/ada');
});

test('the currency of all sums is the currency; two currencies are none', () => {
  assert.equal(take('Paid 12.00 EUR and 3.00 EUR', 'currency'), 'EUR');
  assert.equal(take('Paid 12.00 EUR or 13.00 USD', 'currency'), undefined);
});

test('a value that another field has taken is not taken again', () => {
  const document = openDocument('Paid 12.00 EUR');
  const amount = field('amount', { type: 'number' });
  assert.equal(fallBack(amount, document, []), 12);
  assert.equal(fallBack(amount, document, findCandidates(document, 'money')), undefined);
});

test('an identifier counts only with the right check digit', () => {
  assert.equal(take('Account DE89 3704 0044 0532 0130 00', 'iban'), 'DE89370400440532013000');
  assert.equal(take('Account DE88 3704 0044 0532 0130 00', 'iban'), undefined);
});

test('the only date of an invoice is its date; a date of a plain note is not', () => {
  const date = { type: 'string', format: 'date' };
  assert.equal(take('INVOICE 7\n3 May 2026', 'invoice_date', date), '2026-05-03');
  assert.equal(take('A walk on 3 May 2026', 'invoice_date', date), undefined);
  assert.equal(take('INVOICE 7\n3 May 2026\n9 June 2026', 'invoice_date', date), undefined);
});

test('the head of a letter is the vendor only if it reads like a company', () => {
  assert.equal(take('Acme Ltd\nInvoice 7', 'vendor'), 'Acme Ltd');
  assert.equal(take('Invoice 7\nsome words', 'vendor'), undefined);
});

test('greeting and signature name recipient and sender', () => {
  const letter = 'Dear Mr Smith,\n\nthe parcel came.\n\nKind regards,\nAda Lovelace';
  assert.match(String(take(letter, 'recipient')), /Smith/);
  assert.equal(take(letter, 'sender'), 'Ada Lovelace');
});

test('the name at the top is a person only on the papers of a person', () => {
  assert.equal(take('Ada Lovelace\nWork experience\n2019 Analyst', 'full_name'), 'Ada Lovelace');
  assert.equal(take('Ada Lovelace\nwent out', 'full_name'), undefined);
});

test('a headline stands above prose, and there is none above a list of facts', () => {
  const sentence = 'The river rose by two metres over night and the old bridge had to be closed to all.';
  const prose = `River floods the old town\n${sentence} ${sentence}\n${sentence} ${sentence}`;
  assert.equal(take(prose, 'headline'), 'River floods the old town');
  assert.equal(take('Total: 7\nTax: 1', 'headline'), undefined);
});

test('a summary is as many sentences as the description asks for', () => {
  const text =
    'The old bridge over the river was closed on Monday. The river rose by two metres during the night. The town has asked its neighbours for boats. Trains between the two stations of the town run late.';
  const count = (description: string): number =>
    String(take(text, 'summary', { type: 'string', description })).match(/[.]/g)!.length;
  assert.equal(count('A one-sentence summary'), 1);
  assert.equal(count('Summary in 3 sentences'), 3);
});

test('one of the examples of the schema is taken when the text has just that one', () => {
  const rules = { type: 'string', examples: ['Gold plan', 'Silver plan'] };
  assert.equal(take('She has the gold plan.', 'tier', rules), 'Gold plan');
  assert.equal(take('From silver plan to gold plan.', 'tier', rules), undefined);
  assert.equal(take('No word of it.', 'tier', rules), undefined);
});
