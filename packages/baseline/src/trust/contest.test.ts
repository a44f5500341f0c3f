import assert from 'node:assert/strict';
import { test } from 'node:test';
import { checkValue } from './check-value.ts';

const first = 'Invoice number: A-4711\nVendor: Alpha GmbH\nPaid: yes\nTotal amount: 1,250.00 EUR';
const second = 'Invoice number: B-4712\nSeller: Beta SARL\nPaid: no\nAmount due: 99.90 EUR';
const nullable = (type: string) => ({ type: [type, 'null'] });
const schema = {
  type: 'object',
  properties: {
    invoice_number: nullable('string'),
    vendor_name: nullable('string'),
    paid: nullable('boolean'),
    total_amount: nullable('number'),
    guarantor: nullable('string'),
  },
};
const nothing = { invoice_number: null, vendor_name: null, paid: null, total_amount: null, guarantor: null };
const twoDocuments = [
  { text: first, document: 0 },
  { text: second, document: 1 },
];
const check = (value: unknown, sources: { text: string; document?: number }[] = twoDocuments) =>
  checkValue({ value, schema, sources });

test('no value where two documents have one each is not absent: both are named with their places', () => {
  const marks = check(nothing);
  const contested = marks.filter(({ candidates }) => candidates !== undefined);
  assert.deepEqual(
    contested.map(({ field, status, candidates }) => [
      field,
      status,
      candidates!.map(({ source, text }) => [source, text]),
    ]),
    [
      [
        '/invoice_number',
        'not_found',
        [
          [0, 'A-4711'],
          [1, 'B-4712'],
        ],
      ],
      [
        '/vendor_name',
        'not_found',
        [
          [0, 'Alpha GmbH'],
          [1, 'Beta SARL'],
        ],
      ],
      [
        '/paid',
        'not_found',
        [
          [0, 'yes'],
          [1, 'no'],
        ],
      ],
      [
        '/total_amount',
        'not_found',
        [
          [0, '1,250.00 EUR'],
          [1, '99.90 EUR'],
        ],
      ],
    ],
  );
  assert.ok(contested.every(({ isAcrossDocuments, confidence }) => isAcrossDocuments && confidence <= 0.3));
  assert.match(contested[0]!.note!, /several values for it: 'A-4711', 'B-4712'/);
  assert.equal(marks.find(({ field }) => field === '/guarantor')!.status, 'not_found');
});

test('one of the two is given: it is found, but not trusted, and the other one is named', () => {
  for (const mark of check({ invoice_number: 'A-4711', vendor_name: 'Beta SARL', paid: false, total_amount: 1250 })) {
    assert.equal(mark.status, 'found', mark.field);
    assert.ok(mark.confidence < 0.6 && mark.candidates!.length === 2, mark.field);
    assert.match(mark.note!, /^Other documents have another value for it: /);
  }
});

test('a member that is left out is told only where the sources have several values for it', () => {
  assert.deepEqual(
    check({ guarantor: null }).map(({ field }) => field),
    ['/guarantor', '/invoice_number', '/vendor_name', '/paid', '/total_amount'],
  );
  assert.equal(check({ guarantor: null }, [{ text: first }]).length, 1);
});

test('documents that say the same, in other spellings, do not contend', () => {
  const sources = [
    { text: 'Vendor: Alpha GmbH\nTotal: 1,250.00 EUR', document: 0 },
    { text: 'Vendor: ALPHA GmbH, Berlin\nTotal: 1.250,00', document: 1 },
  ];
  for (const mark of check({ vendor_name: 'Alpha GmbH', total_amount: 1250 }, sources))
    assert.deepEqual([mark.status, mark.candidates], ['found', undefined], mark.field);
});

test('within one document a value whose label stands twice names the other one, and so does a missing one', () => {
  const text = 'Total: 10.50 EUR\nTotal: 12.50 EUR';
  const [given] = check({ total_amount: 10.5 }, [{ text }]);
  const [alone] = check({ total_amount: 10.5 }, [{ text: 'Total: 10.50 EUR' }]);
  assert.deepEqual([given!.status, given!.isAcrossDocuments], ['found', undefined]);
  assert.equal(given!.note, "The same label has another value for it: '12.50 EUR'.");
  assert.ok(given!.confidence < alone!.confidence && alone!.candidates === undefined);
  const [missing] = check({ total_amount: null }, [{ text }]);
  assert.deepEqual([missing!.status, missing!.isAcrossDocuments], ['not_found', undefined]);
  assert.equal(missing!.candidates!.length, 2);
});
