import assert from 'node:assert/strict';
import { test } from 'node:test';
import { rivalsOf } from '../schema/rivals.ts';
import { readSchema } from '../schema/schema.ts';
import { chooseHit } from './choose-hit.ts';
import { type Found, findHits } from './find-hits.ts';
import { standingOf } from './labels.ts';
import { type Leaf, leavesOf } from './leaves.ts';
import { hasLabelledValue, openSources, statedValues } from './sources.ts';

type Rules = Record<string, unknown>;
const string = { type: 'string' };
const number = { type: 'number' };
const schemaOf = (properties: Record<string, Rules>) => readSchema({ type: 'object', properties }, '');

function find(
  text: string,
  name: string,
  value: unknown,
  rules: Rules = string,
  recognized = false,
): Found & { words: string[] } {
  const [leaf] = leavesOf({ [name]: value }, schemaOf({ [name]: rules }));
  const found = findHits(leaf!, openSources([{ text, recognized }]));
  return { ...found, words: [...new Set(found.hits.map(({ start, end }) => text.slice(start, end)))] };
}
const seen = (...given: Parameters<typeof find>): [string, string[]] => {
  const { how, words } = find(...given);
  return [how, words];
};

test('a number is the same however its groups and decimals are written', () => {
  assert.deepEqual(seen('Total 1.234,50 EUR', 'total', 1234.5, number), ['same', ['1.234,50']]);
  assert.deepEqual(find('Total 1.234,50 EUR', 'total', 1234.51, number).hits, []);
});

test('a number with the other sign is found as such, and a percentage as its hundredth', () => {
  assert.equal(find('Balance: -12.00', 'balance', 12, number).how, 'sign');
  assert.equal(find('VAT 19 %', 'tax_rate', 0.19, number).how, 'converted');
});

test('a number in another unit counts when it gives the value, and is told when it does not', () => {
  const months = { type: 'integer' };
  assert.equal(find('Term: 5 years', 'term_months', 60, months).how, 'converted');
  const other = find('Term: 60 years', 'term_months', 60, months);
  assert.deepEqual(other.hits, []);
  assert.match(other.otherUnit!.text, /^60 years/);
});

test('a rate is no sum of money', () => {
  assert.deepEqual(find('19 % of it', 'total_amount', 19, number).hits, []);
});

test('small numbers are found in words, and years in dates', () => {
  assert.deepEqual(find('seven boxes', 'boxes', 7, number).words, ['seven']);
  assert.equal(find('since 3 May 2019', 'year', 2019, { type: 'integer' }).hits.length > 0, true);
});

test('a day is found in any order of its parts, and counted from another one', () => {
  assert.equal(find('Due 3 May 2026', 'due_date', '2026-05-03').how, 'same');
  assert.equal(find('Am 15.05.2026; 03/04/2026', 'due_date', '2026-03-04').how, 'date-order');
  assert.equal(find('Dated 3 May 2026, payable within 30 days', 'due_date', '2026-06-02').how, 'date-derived');
  assert.deepEqual(find('Due 3 May 2026', 'due_date', '2026-05-04').hits, []);
});

test('a name is found turned round, without its legal form, and spelled with other vowels', () => {
  assert.deepEqual(seen('Meyer, Anna', 'name', 'Anna Meyer'), ['order', ['Meyer, Anna']]);
  assert.deepEqual(seen('from Acme today', 'vendor', 'Acme GmbH'), ['part', ['Acme']]);
  assert.equal(find('Herr Mueller', 'name', 'Müller').how, 'order');
});

test('letters that a scanner confuses are forgiven on a scan only', () => {
  assert.equal(find('Code: A0815', 'code', 'AO8I5', string, true).how, 'alike');
  assert.deepEqual(find('Code: A0815', 'code', 'AO8I5').hits, []);
  assert.deepEqual(find('Code: 48151', 'code', '48152', string, true).hits, [], 'another digit is another number');
});

test('a longer text may be reworded, but not with a name or a number that the source lacks', () => {
  const text = 'The old bridge over the river Thames was closed on Monday because water rose by two metres.';
  const told = (value: string) => find(text, 'summary', value).reworded;
  assert.equal(told('Water of the river Thames rose, so the old bridge was closed on Monday.'), 0);
  assert.equal(told('Water of the river Danube rose, so the old bridge was closed on Monday.'), undefined);
  assert.equal(told('Water of the river Thames rose by 9 metres, the old bridge was closed Monday.'), undefined);
});

test('a currency is found by its sign, a month by its name, a phone number without its country', () => {
  assert.deepEqual(seen('Total 9.52 €', 'currency', 'EUR'), ['currency', ['€']]);
  assert.deepEqual(find('Period: May 2026', 'period', '2026-05').words, ['May 2026']);
  assert.deepEqual(find('Tel. 030 901820', 'phone', '+49 30 901820').words, ['030 901820']);
});

test('an empty text and a value that is no text are found nowhere', () => {
  assert.deepEqual(find('some text', 'note', '  ').hits, []);
  assert.deepEqual(find('null true', 'note', null).hits, []);
});

function choose(text: string, value: Rules, properties: Record<string, Rules>, field: string) {
  const leaves = leavesOf(value, schemaOf(properties));
  const sources = openSources([{ text }]);
  const found = new Map<Leaf, Found>(leaves.map((leaf) => [leaf, findHits(leaf, sources)]));
  const leaf = leaves.find((one) => one.field === field)!;
  const { hit, standing, note } = chooseHit(leaf, found.get(leaf)!, { sources, found });
  return { standing, note, start: hit.start };
}

test('of several places the one under the own label is meant', () => {
  const text = 'Shipping: 8.00\nTotal: 8.00';
  const { standing, start } = choose(text, { total: 8 }, { total: number, shipping: number }, '/total');
  assert.deepEqual([standing, start], ['labelled', text.lastIndexOf('8.00')]);
});

test('a value under the label of another field is misplaced, and the note names that field', () => {
  const dates = { invoice_date: { ...string, format: 'date' }, due_date: { ...string, format: 'date' } };
  const { standing, note } = choose('Due date: 3 May 2026', { invoice_date: '2026-05-03' }, dates, '/invoice_date');
  assert.equal(standing, 'misplaced');
  assert.match(note!, /under the label 'due.date'/i);
});

test('a value that stands in the row of another record is told', () => {
  const text = 'Item       Qty   Price\nLong bolt    4    1.50\nSquare nut  10    0.20';
  const items = {
    items: { type: 'array', items: { type: 'object', properties: { item: string, quantity: number, price: number } } },
  };
  const value = (price: number) => ({ items: [{ item: 'Long bolt', quantity: 4, price }] });
  assert.equal(choose(text, value(1.5), items, '/items/0/price').standing, 'row');
  assert.equal(choose(text, value(0.2), items, '/items/0/price').standing, 'other-row');
});

test('a number elsewhere, while the label has another one, does not count as labelled', () => {
  const { standing } = choose('Total: 9.52\nWe sold 8.00 more', { total: 8 }, { total: number }, '/total');
  assert.equal(standing, 'elsewhere');
});

test('values right under a label are found by kind; a text has none that could be known by its form', () => {
  const schema = schemaOf({ total: number, due_date: { ...string, format: 'date' }, note: string });
  const [total, due, note] = schema.properties!;
  const [source] = openSources([{ text: 'Total: 9.52\nDue date: 3 May 2026\nNote: thanks' }]);
  assert.deepEqual(
    statedValues(source!, total!).map(({ value }) => value),
    [9.52],
  );
  assert.deepEqual(
    statedValues(source!, due!).map(({ value }) => value),
    ['2026-05-03'],
  );
  assert.deepEqual(
    statedValues(source!, note!).map(({ value }) => value),
    [],
  );
  assert.ok(hasLabelledValue(source!, total!) && !hasLabelledValue(openSources([{ text: 'x' }])[0]!, total!));
});

test('what a field may be taken for looks alike, and a name is no number of a document', () => {
  const schema = schemaOf({
    total: number,
    tax_amount: number,
    vendor: string,
    invoice_number: string,
    paid: { type: 'boolean' },
  });
  const [total, , vendor] = schema.properties!;
  const siblings = (value: unknown, field: typeof total) =>
    rivalsOf(field!, schema.properties!, value)
      .filter(({ isSibling }) => isSibling)
      .map(({ name }) => name);
  assert.deepEqual(siblings(9, total), ['tax_amount']);
  assert.ok(!siblings('Acme', vendor).includes('invoice_number'));
});

test('the head of a column and a role in brackets are labels too', () => {
  const schema = schemaOf({ price: number, beneficiary: string });
  const [price, beneficiary] = schema.properties!;
  const [source] = openSources([
    { text: '| Item | Price |\n| --- | --- |\n| Bolt | 1.50 |\n\nTom Field (beneficiary)' },
  ]);
  const { document } = source!;
  const at = (words: string, field: typeof price): number => {
    const start = document.text.indexOf(words);
    return standingOf(document, { start, end: start + words.length }, { field: field!, rivals: [] }).own;
  };
  assert.ok(at('1.50', price) >= 0.8);
  assert.ok(at('Tom Field', beneficiary) >= 0.8);
  assert.ok(at('Bolt', price) < 0.5);
});
