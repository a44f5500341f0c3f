import assert from 'node:assert/strict';
import { test } from 'node:test';
import { read } from '../../test/read.ts';
import { tableRows } from '../model/blocks.ts';
import { describeCandidate, locate } from '../places/locate.ts';

test('CSV keeps its text; cells are known with their heads, empty and quoted ones too', async () => {
  const text = 'Date;Text;Debit;Credit\n2026-05-03;"Tea; ""green""";12,50;\n2026-05-04;Salary;;900,00\n';
  const { kind, pages } = await read(text, { name: 'a.csv' });
  const [page] = pages;
  assert.deepEqual([kind, page!.text], ['csv', text]);
  assert.deepEqual(tableRows(text, page!.blocks![0]!), [
    ['Date', 'Text', 'Debit', 'Credit'],
    ['2026-05-03', 'Tea; ""green""', '12,50', ''],
    ['2026-05-04', 'Salary', '', '900,00'],
  ]);
  const [best] = locate([{ ...page!, kind }], { field: '/credit', value: 900 });
  const { place, column, row } = describeCandidate(best!);
  assert.deepEqual([place.line, column, row], [3, 'Credit', '2026-05-04']);
});
