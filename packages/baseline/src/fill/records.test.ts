import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fill } from './fill.ts';

const string = { type: 'string' };
const number = { type: ['number', 'null'] };
const listOf = async (text: string, properties: Record<string, unknown>): Promise<unknown> => {
  const list = { type: 'array', items: { type: 'object', properties } };
  const filled = await fill(text, { schema: { type: 'object', properties: { items: list } }, instruction: '' });
  return (filled as { items: unknown }).items;
};

test('a table of two columns is read where both heads are names of fields', async () => {
  const item = { description: string, quantity: number };
  const text = 'Order number: PO-1\n\nDescription      Quantity\nPump seal 3      11\nSteel bracket    1\n\nThank you';
  assert.deepEqual(await listOf(text, item), [
    { description: 'Pump seal 3', quantity: 11 },
    { description: 'Steel bracket', quantity: 1 },
  ]);
  assert.deepEqual(await listOf('Vendor         Acme\nOrder number   4711\nTotal          12.00', item), []);
});

test('the day of an entry is found under the word of another language, another date is not', async () => {
  const text =
    'Datum        Beschreibung   Soll     Haben\n2026-05-30   Wool           714,32\n2026-06-01   Pay                     10,00';
  const entry = { date: { type: 'string', format: 'date' }, description: string, debit: number, credit: number };
  assert.deepEqual(await listOf(text, entry), [
    { date: '2026-05-30', description: 'Wool', debit: 714.32 },
    { date: '2026-06-01', description: 'Pay', credit: 10 },
  ]);
  const other = { delivery_date: { type: 'string', format: 'date' }, description: string, debit: number };
  const [first] = (await listOf(text, other)) as Record<string, unknown>[];
  assert.equal(first!.delivery_date, undefined);
});
