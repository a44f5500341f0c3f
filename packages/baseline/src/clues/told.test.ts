import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fill } from '../fill/fill.ts';

const string = { type: ['string', 'null'] };
const date = { type: ['string', 'null'], format: 'date' };
const ask = (text: string, properties: Record<string, unknown>) =>
  fill(text, { schema: { properties }, instruction: '' });

test('a verb says who does what to whom, in several languages and in the passive', async () => {
  const both = { sender: string, recipient: string };
  assert.deepEqual(await ask('Kevin Murphy sent 3,000 USD to Elena Petrova in Bulgaria on 17 August 2025.', both), {
    sender: 'Kevin Murphy',
    recipient: 'Elena Petrova',
  });
  assert.deepEqual(
    await ask('On 5 May 2025 Nordbank AS granted Fjord Seafood AS a credit line of NOK 20 million.', {
      lender: string,
      borrower: string,
    }),
    { lender: 'Nordbank AS', borrower: 'Fjord Seafood AS' },
  );
  assert.deepEqual(await ask('The account was opened on 4 May 2019 by Li Wei.', { customer: string }), {
    customer: 'Li Wei',
  });
});

test('a name beside the word of its part is that one, and two names for one part compete', async () => {
  const one = 'The defendant, Paul Reiner, was heard on 8 October 2024.';
  assert.deepEqual(await ask(one, { defendant: string }), { defendant: 'Paul Reiner' });
  const two = 'Kevin Murphy sent 3,000 USD to Elena Petrova. Tom Reyes sent 500 USD to Elena Petrova.';
  assert.deepEqual(await ask(two, { sender: string, recipient: string }), { sender: null, recipient: 'Elena Petrova' });
});

test('the writer of a bill is the seller and its payer the buyer, not the other way round', async () => {
  const fields = { invoice_number: string, vendor: string, customer: string };
  assert.deepEqual(await ask('Invoice 2211 for Blue Door Bakery: 12 boxes of flour, total $216.00.', fields), {
    invoice_number: '2211',
    vendor: null,
    customer: 'Blue Door Bakery',
  });
  const german = 'Rechnung 4711 der Muster GmbH vom 3. März 2024 über 1.190,00 EUR, zahlbar bis 2. April 2024.';
  assert.deepEqual(await ask(german, { ...fields, due_date: date }), {
    invoice_number: '4711',
    vendor: 'Muster GmbH',
    customer: null,
    due_date: '2024-04-02',
  });
});

test('each day belongs to the verb of its own clause', async () => {
  const text = 'The shipment left Hamburg on 2 March 2026 and will reach Singapore on 5 April 2026.';
  assert.deepEqual(await ask(text, { departure_date: date, arrival_date: date }), {
    departure_date: '2026-03-02',
    arrival_date: '2026-04-05',
  });
});

test('the number of a contract that a bill is for is not the number of the bill', async () => {
  const text =
    'Beitragsrechnung zur Kraftfahrtversicherung Nr. 00.123.456.7   11. März 2014\nFälligkeitstag: 01.04.2014';
  assert.deepEqual(await ask(text, { invoice_number: string }), { invoice_number: null });
});

test('the signer of a letter is not mistaken for another person, and openings on Fridays are no francs', async () => {
  const letter =
    'Dear Ms Keller,\n\nwe would like to invite you.\n\nWith best regards\n\nDr. Helmut Aigner\nAlpenbau AG';
  assert.deepEqual(await ask(letter, { candidate: string }), { candidate: null });
  assert.deepEqual(await ask('Open Mo.-Fr. 08.30 - 12.30 Uhr\nTotal: 12,50 €', { currency: string }), {
    currency: 'EUR',
  });
});
