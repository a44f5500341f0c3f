import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { checkValue } from './check-value.ts';
import type { Mark } from './model.ts';

const text = `ACME GmbH
Rechnung / Invoice INV-2026-118
Invoice date: 3 May 2026
Due date: 2 June 2026
IBAN: DE89 3704 0044 0532 0130 00

Description        Qty   Price    Amount
Long bolt           4    1.50      6.00
Nut                10    0.20      2.00

Subtotal 8.00
VAT 19 % 1.52
Total EUR 9.52
Term: 5 years
PEP: no
No sanctions match was found.
[ ] I consent to marketing`;

const string = { type: 'string' };
const number = { type: 'number' };
const boolean = { type: 'boolean' };
const item = {
  type: 'object',
  properties: { description: string, quantity: number, unit_price: number, amount: number },
};
const properties = {
  vendor: string,
  invoice_number: string,
  invoice_date: { type: 'string', format: 'date' },
  due_date: { type: 'string', format: 'date' },
  iban: string,
  subtotal: number,
  total: number,
  currency: string,
  tax_rate: number,
  term_months: { type: 'integer' },
  pep: boolean,
  sanctions_match: boolean,
  marketing_consent: boolean,
  po_number: { type: ['string', 'null'] },
  items: { type: 'array', items: item },
};

function check(value: unknown, source = text, recognized = false): Record<string, Mark> {
  const marks = checkValue({ value, schema: { type: 'object', properties }, sources: [{ text: source, recognized }] });
  return Object.fromEntries(marks.map((mark) => [mark.field.slice(1), mark]));
}
const statuses = (value: unknown): Record<string, string> =>
  Object.fromEntries(Object.entries(check(value)).map(([field, { status }]) => [field, status]));

describe('values that the source says', () => {
  test('are found with the words and their place, however they are written', () => {
    const marks = check({
      vendor: 'Acme GmbH',
      invoice_date: '2026-05-03',
      total: 9.52,
      iban: 'DE89370400440532013000',
    });
    assert.deepEqual(
      Object.values(marks).map((mark) => [mark.status, mark.text]),
      [
        ['found', 'ACME GmbH'],
        ['found', '3 May 2026'],
        ['found', '9.52'],
        ['found', 'DE89 3704 0044 0532 0130 00'],
      ],
    );
    assert.equal(text.slice(marks.total!.start, marks.total!.end), '9.52');
    // A name in the letterhead has no label, and is not always the whole name.
    for (const [field, { confidence }] of Object.entries(marks))
      assert.ok(confidence >= (field === 'vendor' ? 0.55 : 0.8), field);
  });

  test('in another unit, as a share, or computed, are derived', () => {
    assert.deepEqual(statuses({ term_months: 60, tax_rate: 0.19 }), { term_months: 'derived', tax_rate: 'derived' });
    const sums = check({ subtotal: 8, total: 11.5, po_number: '3.5' }, 'Subtotal 8.00\nFee 3.50');
    assert.equal(sums.total!.status, 'unsupported', 'a text is no number to compute with');
    const items = [
      { description: 'Long bolt', amount: 6 },
      { description: 'Nut', amount: 2 },
    ];
    const sum = check({ total: 8, items }, 'Description  Amount\nLong bolt   6.00\nNut   2.00\n');
    assert.deepEqual([sum.total!.status, sum.total!.ground], ['derived', 'number-computed']);
  });

  test('as yes and no are compared by what is said, not by their words', () => {
    const yes = { pep: true, sanctions_match: true, marketing_consent: true };
    const no = { pep: false, sanctions_match: false, marketing_consent: false };
    assert.deepEqual(new Set(Object.values(statuses(yes))), new Set(['unsupported']));
    assert.deepEqual(new Set(Object.values(statuses(no))), new Set(['found']));
  });

  test('read by a scanner are found despite letters that look alike', () => {
    const scan = 'lnvoice INV-2O26-1l8\nVendor: Karl-Heinz Schrnidt';
    assert.equal(check({ invoice_number: 'INV-2026-118' }, scan, true).invoice_number!.status, 'found');
    assert.equal(check({ invoice_number: 'INV-2026-118' }, scan).invoice_number!.status, 'unsupported');
    assert.equal(check({ vendor: 'Karl-Heinz Schmidt' }, scan, true).vendor!.status, 'found');
  });

  test('on a page that could hardly be recognized are no surer than the page', () => {
    const [mark] = checkValue({
      value: { total: 9.52 },
      schema: { type: 'object', properties },
      sources: [{ text, recognized: true, sureness: 0.41 }],
    });
    assert.deepEqual([mark!.status, mark!.confidence], ['found', 0.41]);
    assert.match(mark!.note!, /hardly be recognized/);
  });

  test('of a record are those of its row', () => {
    const rows = (quantity: number) => ({
      items: [{ description: 'Long bolt', quantity, unit_price: 1.5, amount: 6 }],
    });
    assert.equal(check(rows(4))['items/0/quantity']!.status, 'found');
    assert.equal(check(rows(10))['items/0/quantity']!.status, 'unsupported');
  });
});

describe('values that the source does not say', () => {
  test('are unsupported: invented, changed by a digit, with another unit', () => {
    const lies = {
      vendor: 'Beta Ltd',
      invoice_number: 'INV-2026-119',
      due_date: '2026-06-04',
      iban: 'DE88370400440532013000',
      currency: 'USD',
      tax_rate: 0.07,
      term_months: 5,
      po_number: 'PO-7',
    };
    for (const [field, mark] of Object.entries(check(lies))) {
      assert.equal(mark.status, 'unsupported', field);
      assert.ok(mark.confidence < 0.3, field);
    }
  });

  test('in the place of another field are not trusted', () => {
    for (const [field, mark] of Object.entries(check({ total: 8, subtotal: 9.52, invoice_date: '2026-06-02' })))
      assert.ok(mark.confidence < 0.6, `${field} ${mark.confidence}`);
  });

  test('with a wrong check digit are not trusted even if they stand there', () => {
    const { iban } = check({ iban: 'DE88370400440532013000' }, 'IBAN: DE88 3704 0044 0532 0130 00');
    assert.deepEqual([iban!.status, iban!.ground], ['found', 'identifier-wrong']);
    assert.ok(iban!.confidence <= 0.5);
  });

  test('are absent only where all was read and nothing could be the value; else they were not found', () => {
    const missing = (source: string, isPartial = false) => {
      const schema = { type: 'object', properties: { due_date: { type: ['string', 'null'], format: 'date' } } };
      return checkValue({ value: { due_date: null }, schema, sources: [{ text: source }], isPartial })[0]!;
    };
    const letter = 'Thank you for your order. The goods are on their way to you, and the invoice comes with them.';
    assert.equal(missing(letter).status, 'absent');
    assert.equal(missing(letter, true).status, 'not_found', 'not everything was read');
    assert.equal(missing(`${letter} Due date: 3 May 2026`).status, 'not_found', 'the label is there');
    const open = missing(`${letter} 3 May 2026`);
    assert.deepEqual(
      [open.status, open.candidates?.map(({ text: words, why_not: why }) => [words, why])],
      ['not_found', [['3 May 2026', 'No label of the field is near it.']]],
    );
    const strange = 'Köszönjük megrendelését. Kérjük fizesse ki számlánkat harminc napon belül bankszámlánkra. '.repeat(
      4,
    );
    assert.equal(missing(strange).status, 'not_found', 'the language is not known');
    assert.ok(missing(letter).confidence > missing(strange).confidence);
  });

  test('are not absent while words stand beside their label, or numbers are written in words', () => {
    const marks = (text: string) => {
      const properties = { phone: { type: ['string', 'null'] }, fine: { type: ['number', 'null'] } };
      const schema = { type: 'object', properties };
      const found = checkValue({ value: { phone: null, fine: null }, schema, sources: [{ text }] });
      return Object.fromEntries(found.map(({ field, status, candidates }) => [field, { status, candidates }]));
    };
    const written = marks('PEP: not checked\nPhone: 030 123456\nOrder: 12999')['/phone']!;
    assert.equal(written.status, 'not_found');
    assert.equal(written.candidates![0]!.text, '030 123456');
    assert.equal(marks('The letter has no number.\nPhone: unknown')['/phone']!.status, 'absent');
    const court = 'The court imposed on the defendant a penalty of two and a half million dollars, and he was there.';
    assert.equal(marks(court)['/fine']!.status, 'not_found');
    const due = 'The court imposed nothing on the defendant, and the payment that was due once is not due any more.';
    assert.equal(marks(due)['/fine']!.status, 'absent');
  });
});

test('a missing value is believed more where the others were found than where much is missing', () => {
  const nullable = (type: string) => ({ type: [type, 'null'] });
  const schema = {
    type: 'object',
    properties: {
      invoice_number: nullable('string'),
      vendor: nullable('string'),
      total: nullable('number'),
      purchase_reason: nullable('string'),
    },
  };
  const text = 'Invoice number: A-4711\nVendor: Alpha GmbH\nTotal: 1,250.00 EUR\nThank you for your order.';
  const reasonOf = (value: object) =>
    checkValue({ value: { purchase_reason: null, ...value }, schema, sources: [{ text }] }).find(
      ({ field }) => field === '/purchase_reason',
    )!;
  const understood = reasonOf({ invoice_number: 'A-4711', vendor: 'Alpha GmbH', total: 1250 });
  const barely = reasonOf({ invoice_number: null, vendor: null, total: 1250 });
  assert.deepEqual([understood.status, barely.status], ['not_found', 'not_found']);
  assert.ok(understood.confidence > barely.confidence, `${understood.confidence} ${barely.confidence}`);
});

test('every leaf has one mark, also of values that the schema does not name', () => {
  const marks = checkValue({ value: { a: [1, { b: 'x' }], 'c/d': [] }, schema: {}, sources: [{ text: '1 x' }] });
  assert.deepEqual(
    marks.map(({ field, status }) => [field, status]),
    [
      ['/a/0', 'found'],
      ['/a/1/b', 'found'],
      ['/c~1d', 'not_found'],
    ],
  );
});

test('a picture without text supports nothing and denies nothing', () => {
  const [mark] = checkValue({ value: { total: 5 }, schema: { type: 'object', properties }, sources: [{ text: ' ' }] });
  assert.deepEqual([mark!.status, mark!.ground], ['derived', 'unreadable']);
});

describe('what a scanner confuses is allowed on scans, and nowhere else', () => {
  const properties = {
    rate: number,
    weight_kg: number,
    signed_on: { type: 'string', format: 'date' },
    lei: string,
    items: { type: 'array', items: { type: 'object', properties: { description: string, debit: number } } },
  };
  const scan = `Rate 21 %
Weight:   19000   g
Signed on | 16 de octubre | de | 2024
LEI 529900HB46HNTXKS4X93
| 2026-11-11 | Cable drum 95 735.86 | | |
| --- | --- | --- | --- |
| 12023-07-01 | Ink cartridge 72 | 1133.09] | |
| 2023-07-02 | rile cutter 2 | 80.24 | |`;
  const value = {
    rate: 2.1,
    weight_kg: 19,
    signed_on: '2024-10-16',
    lei: '529900H846HN7XKS4X93',
    items: [
      { description: 'Cable drum 95', debit: 735.86 },
      { description: 'Ink cartridge 72', debit: 133.09 },
      { description: 'Tile cutter 2', debit: 80.24 },
    ],
  };
  const flagged = (given: unknown, recognized: boolean): string[] =>
    checkValue({ value: given, schema: { type: 'object', properties }, sources: [{ text: scan, recognized }] })
      .filter(({ status, confidence }) => status === 'unsupported' || confidence < 0.6)
      .map(({ field }) => field);

  test('lost points, cut dates, glued cells, strokes read as ones, misread identifiers', () => {
    assert.deepEqual(flagged(value, true), []);
  });

  test('a text that nobody scanned has to say it', () => {
    const strict = flagged(value, false);
    for (const field of ['/rate', '/signed_on', '/lei', '/items/1/debit', '/items/2/description'])
      assert.ok(strict.includes(field), field);
  });

  test('another digit is another value on a scan too', () => {
    const lies = {
      rate: 2.4,
      weight_kg: 18,
      signed_on: '2024-10-17',
      lei: '529900H846HN7XKS4X94',
      items: [{ description: 'Cable drum 96', debit: 735.87 }],
    };
    assert.deepEqual(flagged(lies, true), [
      '/rate',
      '/weight_kg',
      '/signed_on',
      '/lei',
      '/items/0/description',
      '/items/0/debit',
    ]);
  });
});
