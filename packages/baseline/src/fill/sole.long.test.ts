import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fillChecked } from '../fill-checked.ts';

const fill = (text: string, properties: Record<string, unknown>): Promise<unknown> =>
  fillChecked(text, { schema: { type: 'object', properties, required: Object.keys(properties) }, instruction: '' });
const date = { type: 'string', format: 'date' };

test('a plain sentence answers for its only date, sum, currency and country', async () => {
  const invoice =
    'The invoice was issued on 14 March 2024 and the total amount due is $1,284.50. Contact: Maria Jensen, maria@north.example';
  assert.deepEqual(
    await fill(invoice, { date: { ...date, description: 'date of the invoice' }, total: { type: 'number' } }),
    {
      date: '2024-03-14',
      total: 1284.5,
    },
  );
  assert.deepEqual(await fill('Price: 40 dollars', { price: { type: 'number' }, currency: { type: 'string' } }), {
    price: 40,
    currency: 'USD',
  });
  assert.deepEqual(await fill('It happened on 14 March 2024.', { date }), { date: '2024-03-14' });
  const transfer = 'The customer transferred 9,800 euros to Latvia on 2 February 2026.';
  assert.deepEqual(await fill(transfer, { amount: { type: 'number' }, country: { type: 'string' }, date }), {
    amount: 9800,
    country: 'Latvia',
    date: '2026-02-02',
  });
});

test('two readings that compete give nothing, and a letter of a number is no currency', async () => {
  assert.deepEqual(await fill('Seen on 3 May 2026 and on 4 May 2026.', { date }), {});
  assert.deepEqual(await fill('Beleg R18-31', { currency: { type: 'string' } }), {});
});
