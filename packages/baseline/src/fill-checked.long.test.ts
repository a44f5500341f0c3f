import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { fillChecked } from './fill-checked.ts';

const types = {
  s: { type: ['string', 'null'] },
  n: { type: ['number', 'null'] },
  b: { type: ['boolean', 'null'] },
  i: { type: ['integer', 'null'] },
  d: { type: ['string', 'null'], format: 'date' },
};

/** The requested fields by name and type, and the expected values. */
const cases: [title: string, text: string, expected: Record<string, [type: keyof typeof types, value: unknown]>][] = [
  ['a denial is a no', 'No sanctions match was found for the customer.', { sanctions_match: ['b', false] }],
  [
    'a form without labels says nothing for sure',
    'Ada Meyer\n12 High Street\n3 May 2026\n1,250.00\n17.50\nA-4711\nyes',
    { due_date: ['d', null], total: ['n', null], invoice_number: ['s', null], customer_name: ['s', null] },
  ],
  [
    'labels of several languages stand on one page',
    'Rechnungsnummer: A-4711\nDate de facture: 3 mai 2026\nFecha de vencimiento: 2 de junio de 2026\nTotale: 1.250,00 EUR',
    {
      invoice_number: ['s', 'A-4711'],
      invoice_date: ['d', '2026-05-03'],
      due_date: ['d', '2026-06-02'],
      total: ['n', 1250],
    },
  ],
  ['no beside a label is a no', 'PEP: no', { pep: ['b', false], politically_exposed_person: ['b', false] }],
  [
    'an empty box is a no',
    '[ ] I consent to marketing\n[x] I accept the terms\nSmoker: [ ] yes [x] no',
    { marketing_consent: ['b', false], accepts_terms: ['b', true], smoker: ['b', false] },
  ],
  [
    'what is only supposed says nothing',
    'If the customer is sanctioned, the account will be closed.',
    { is_sanctioned: ['b', null], account_closed: ['b', null] },
  ],
  [
    'digits of a card are no total',
    'Paid with card 4111 1111 1111 1111. Thank you.',
    { total: ['n', null], card_number: ['s', '4111111111111111'] },
  ],
  [
    'an account number is whole or not there',
    'IBAN: DE89 3704 0044 0532 8601 00\nLEI: 529900T8BM49AURSDO56',
    { iban: ['s', null], lei: ['s', null], amount: ['n', null] },
  ],
  ['years are converted to months', 'Term: 5 years', { term_months: ['i', 60] }],
  ['grams are converted to kilograms', 'Weight: 500 g', { weight_kg: ['n', 0.5] }],
  [
    'roles are not swapped',
    'Beneficiary: Tom Field\nVictim: Anna Meyer',
    { victim: ['s', 'Anna Meyer'], beneficiary: ['s', 'Tom Field'], suspect: ['s', null] },
  ],
  [
    'a role that nobody is given is nobody’s',
    'Anna Meyer transferred EUR 5,000 to the account of Tom Field after a call.',
    { victim: ['s', null], beneficiary: ['s', null] },
  ],
  [
    'a sentence is no person',
    'The invoice was issued. Please pay soon.',
    { customer_name: ['s', null], full_name: ['s', null], vendor: ['s', null], author: ['s', null] },
  ],
  [
    'what the text is not about stays absent',
    'The meeting took place in Berlin on 3 May 2026 with five participants.',
    { invoice_date: ['d', null], due_date: ['d', null], total: ['n', null], iban: ['s', null] },
  ],
];

describe('the built-in model knows its limits', () => {
  for (const [title, text, expected] of cases) {
    test(title, async () => {
      const entries = Object.entries(expected);
      const properties = Object.fromEntries(entries.map(([name, [type]]) => [name, types[type]]));
      const found = await fillChecked(text, { schema: { type: 'object', properties }, instruction: '' });
      assert.deepEqual(found, Object.fromEntries(entries.map(([name, [, value]]) => [name, value])));
    });
  }
});
