import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { PolicyRule } from '#policies/model.ts';
import { columnsOfRules } from './columns.ts';

const ruleOf = (title: string, description = ''): PolicyRule => ({
  id: title,
  category: 'Payments',
  categoryDescription: '',
  title,
  description,
  flag: 'RED_FLAG',
  subRules: [],
});

const COLUMNS = ['id', 'kind', 'dest', 'party', 'fee', 'eur', 'note'];
const rows = [
  { id: 1, kind: 'card', dest: 'DE', party: { name: 'Green Grocer', home: 'DE' }, fee: 1, eur: '46.50', note: '' },
  { id: 2, kind: 'wire', dest: 'KP', party: { name: 'Volga Casino', home: 'RU' }, fee: 2, eur: '15000', note: '' },
];
const table = { name: 'transaction_data', columns: COLUMNS, rows: JSON.stringify(rows), count: rows.length };

const wanted: [title: string, rule: PolicyRule, columns: string[]][] = [
  ['those with its words in name or values', ruleOf('Wire with a note'), ['kind', 'note']],
  ['those with a country that it names', ruleOf('Wire to North Korea'), ['kind', 'dest']],
  ['objects with a country that it names', ruleOf('Wire to Russia'), ['kind', 'party']],
  ['objects with its words', ruleOf('Casino'), ['party']],
  ['all numbers, if it has a limit and no number of its own', ruleOf('Wire over 10,000'), ['kind', 'fee', 'eur']],
  ['its own number, if it has a limit', ruleOf('Fee over 10,000'), ['fee']],
  ['all of them, if none has to do with it', ruleOf('Weapons'), COLUMNS],
];
for (const [title, rule, columns] of wanted)
  test(`the columns of a rule are ${title}`, async () =>
    assert.deepEqual((await columnsOfRules([rule], table)).get(rule), columns));

test('a table is read once for all rules, and each rule has its own columns', async () => {
  const rules = wanted.map(([, rule]) => rule);
  const parsed: string[] = [];
  const counted = {
    ...table,
    get rows() {
      parsed.push('read');
      return table.rows;
    },
  };
  const found = await columnsOfRules(rules, counted);
  assert.deepEqual([rules.map((rule) => found.get(rule)), parsed.length], [wanted.map(([, , columns]) => columns), 1]);
});
