import assert from 'node:assert/strict';
import { test } from 'node:test';
import { deriveSchema } from './example-schema.ts';

const schemaOf = (text: string, name?: string): any => {
  const derived = deriveSchema(text, name);
  assert.ok('schema' in derived, JSON.stringify(derived));
  return derived.schema;
};

test('an example in JSON gives types, dates, and what may be null', () => {
  assert.deepEqual(schemaOf('{"day": "2026-05-03", "lines": [{"net": 1.5}, {"net": null}], "note": null}').properties, {
    day: { type: 'string', format: 'date' },
    lines: {
      type: 'array',
      items: { type: 'object', properties: { net: { type: ['number', 'null'] } }, required: ['net'] },
    },
    note: { type: ['string', 'null'] },
  });
});

test('a schema stays a schema, with all that is in it', () => {
  const schema = { type: 'object', properties: { a: { type: 'string', pattern: '^x' } }, 'x-own': 1 };
  assert.deepEqual(schemaOf(JSON.stringify(schema)), schema);
});

test('a table gives rows, with empty cells as null and readable keys', () => {
  const { properties } = schemaOf('Order no;amount;paid\nA-1;2.5;true\nA-2;;false\n', 'orders.csv');
  assert.deepEqual(properties.rows.items.properties, {
    order_no: { type: 'string', description: 'Order no' },
    amount: { type: ['number', 'null'] },
    paid: { type: 'boolean' },
  });
});

test('a document with labels gives a member for each', () => {
  const text = 'ACME Ltd\nInvoice number: 2026-118\nDate: 2026-05-03\nTotal: 1,250.00\nSee https://example.com';
  assert.deepEqual(schemaOf(text, 'invoice.txt').properties, {
    invoice_number: { type: 'string', description: 'Invoice number' },
    date: { type: 'string', format: 'date', description: 'Date' },
    total: { type: 'number', description: 'Total' },
  });
});

test('what gives no schema says why', () => {
  for (const text of ['', 'just words', '{"a": ']) assert.ok('problem' in deriveSchema(text), text);
});
