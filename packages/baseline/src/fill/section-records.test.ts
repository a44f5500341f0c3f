import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readSchema } from '../schema/schema.ts';
import { openDocument } from '../text/document.ts';
import { fillRecords } from './records.ts';
import { fillScalars } from './scalars.ts';
import { findCurrentEntry, readCurrent, readSectionRecords, splitEntries } from './section-records.ts';
import { fillRows, fillTuple } from './tuples.ts';

type Rules = Record<string, unknown>;
const string = { type: 'string' };
const number = { type: 'number' };
const fieldOf = (name: string, rules: Rules) =>
  readSchema({ type: 'object', properties: { [name]: rules } }, '').properties![0]!;
const listOf = (properties: Record<string, Rules>, more: Rules = {}): Rules => ({
  type: 'array',
  items: { type: 'object', properties, ...more },
});

const resume = `Ada Lovelace

Experience
Analyst, Engine Works (2019-present)
- wrote programs
Clerk, Bank of Kent (2015-2018)

Education
BSc Mathematics, London University, 2014`;

test('a year tells where an entry is, and what is told below it is no part of it', () => {
  assert.deepEqual(splitEntries(['Analyst, Works (2019-2020)', '- wrote programs', '', 'Clerk, Bank 2015']), [
    'Analyst, Works (2019-2020)',
    'Clerk, Bank 2015',
  ]);
  assert.deepEqual(splitEntries(['- one', '', '2) two']), ['one', 'two']);
  assert.deepEqual(splitEntries([]), []);
});

test('entries under the heading of the field become records, with their years', () => {
  const field = fieldOf('experience', listOf({ title: string, company: string, start_year: { type: 'integer' } }));
  const [first, second] = readSectionRecords(field, openDocument(resume))!;
  assert.deepEqual([first!.title, first!.start_year], ['Analyst', 2019]);
  assert.match(String(second!.company), /Bank of Kent/);
  assert.equal(readSectionRecords(fieldOf('patents', listOf({ title: string })), openDocument(resume)), undefined);
});

test('the end of what goes on is null where the schema allows it, and left out otherwise', () => {
  const end = (rules: Rules) =>
    readSectionRecords(fieldOf('experience', listOf({ title: string, end_year: rules })), openDocument(resume))![0]!;
  assert.equal(end({ type: ['integer', 'null'] }).end_year, null);
  assert.ok(!('end_year' in end({ type: 'integer' })));
});

test('the present entry is the open one, else the first', () => {
  assert.match(findCurrentEntry(openDocument(resume))!, /Engine Works/);
  assert.equal(findCurrentEntry(openDocument('no such section')), undefined);
  assert.equal(readCurrent(fieldOf('current_title', string), openDocument(resume)), 'Analyst');
});

const never = async (): Promise<Record<string, unknown>> => ({});
const table = `Item        Qty   Price
Long bolt     4    1.50
Nut          10    0.20
Screw                0.10`;

test('rows of a table become records by the heads of its columns', async () => {
  const field = fieldOf('items', listOf({ item: string, quantity: number, price: number }));
  const records = (await fillRecords(field, openDocument(table), never)) as Rules[];
  assert.deepEqual(records[0], { item: 'Long bolt', quantity: 4, price: 1.5 });
  assert.equal(records[1]!.quantity, 10);
});

test('a record that lacks what is required is left out, and no more are given than the schema allows', async () => {
  const rows = 'Item | Qty | Price\nBolt | 4 | 1.50\nNut | | 0.20\nPin | 3 | 0.40';
  const items = listOf({ item: string, quantity: number, price: number }, { required: ['quantity'] });
  const all = (await fillRecords(fieldOf('items', items), openDocument(rows), never)) as Rules[];
  assert.deepEqual(
    all.map(({ item }) => item),
    ['Bolt', 'Pin'],
  );
  const one = await fillRecords(fieldOf('items', { ...items, maxItems: 1 }), openDocument(rows), never);
  assert.equal(one.length, 1);
  assert.deepEqual(await fillRecords(fieldOf('items', items), openDocument('nothing'), never), []);
});

test('a tuple has a value for each place, or none at all', () => {
  const point = fieldOf('coordinates', { type: 'array', prefixItems: [number, number] });
  assert.deepEqual(fillTuple(point, openDocument('Coordinates: 48.86, 2.35')), [48.86, 2.35]);
  assert.deepEqual(fillTuple(point, openDocument('Coordinates: 48.86')), []);
  assert.deepEqual(fillTuple(point, openDocument('nothing')), []);
});

test('each line below a heading is a row of numbers', () => {
  const matrix = fieldOf('matrix', { type: 'array', items: { type: 'array', items: number } });
  assert.deepEqual(fillRows(matrix, openDocument('# Matrix\n\n1, 2\n3, 4')), [
    [1, 2],
    [3, 4],
  ]);
});

test('two values that fit a field equally well leave it empty; a unit is converted', () => {
  const fill = (text: string, properties: Record<string, Rules>): Rules => {
    const fields = readSchema({ type: 'object', properties }, '').properties!;
    return Object.fromEntries([...fillScalars(fields, openDocument(text))].map(([{ name }, value]) => [name, value]));
  };
  assert.deepEqual(fill('Term: 5 years', { term_months: { type: 'integer' } }), { term_months: 60 });
  assert.deepEqual(fill('Rated 4 out of 5', { rating: number }), { rating: 4 });
  assert.deepEqual(fill('Due date: 1 May 2026\nDue date: 9 May 2026', { due_date: { ...string, format: 'date' } }), {});
});
