import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Table } from '@errand/sdk';
import { listColumns, toSchema } from './list-columns.ts';

const table = (name: string, ...columns: string[]): Table =>
  ({ name, columns: columns.map((column) => ({ name: column, type: 'String' })) }) as unknown as Table;
const tables = [table('Invoices', 'total', 'Due Date'), table('people', 'email')];
const system = [table('errand.jobs', 'status')];
const labels = (text: string): string[] => listColumns({ tables, system }, text).map(({ label }) => label);

test('columns of the tables that the text names are offered, of all as long as it names none', () => {
  assert.deepEqual(labels('select  from invoices'), ['total', 'Due Date']);
  assert.deepEqual(labels('select  from errand.jobs'), ['status']);
  assert.deepEqual(labels('select '), ['total', 'Due Date', 'email']);
  assert.deepEqual(labels('select * from invoices_2026'), ['total', 'Due Date', 'email']);
});

test('a column is inserted as SQL needs it', () => {
  assert.deepEqual(
    listColumns({ tables, system }, 'invoices').map(({ apply }) => apply),
    ['total', '"Due Date"'],
  );
  assert.deepEqual(toSchema({ tables, system }), {
    Invoices: ['total', 'Due Date'],
    people: ['email'],
    'errand.jobs': ['status'],
  });
});
