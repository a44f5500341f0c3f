import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { InputDefinition } from '@errand/sdk';
import { provideStorages } from '../../../test/storage.ts';
import { parseCsv } from './csv.ts';
import { checkRows, guessMapping, type Row, recallMapping, rememberMapping, toRows } from './map-columns.ts';

const definitions: InputDefinition[] = [
  { key: 'company_name', data_type: 'text/plain', description: '' },
  { key: 'report', data_type: 'application/pdf', description: '', required: false },
];

test('columns are found by name, and problems are told by cause with the rows of the spreadsheet', () => {
  const table = parseCsv('Company Name,Report URL\nAcme,https://example.com/a.pdf\n,\nZeta,nonsense\n');
  const mapping = guessMapping(definitions, table);
  assert.deepEqual(mapping, { company_name: { kind: 'column', column: 0 }, report: { kind: 'column', column: 1 } });
  const { problems, valid } = checkRows(definitions, toRows(definitions, table, mapping));
  assert.deepEqual(valid, [{ number: 2, inputs: { company_name: 'Acme', report: 'https://example.com/a.pdf' } }]);
  assert.deepEqual(
    problems.map(({ rows }) => rows),
    [[4]],
  );
});

test('an empty cell is a problem only for a required input; JSON must be JSON', () => {
  const json: InputDefinition[] = [{ key: 'data', data_type: 'application/json', description: '' }];
  const rows: Row[] = [
    { number: 2, inputs: { data: '{"a":1}' } },
    { number: 3, inputs: { data: '{' } },
    { number: 4, inputs: {} },
  ];
  assert.deepEqual(
    checkRows(json, rows).valid.map(({ number }) => number),
    [2],
  );
  assert.equal(checkRows([{ ...json[0]!, required: false }], rows).valid.length, 2);
});

test('a file input accepts several addresses and ids in one cell', () => {
  const file = '01980a6e-7c3f-7b52-9d0e-6f1f5a2b3c4d';
  const row = (report: string) => [{ number: 2, inputs: { company_name: 'a', report } }];
  assert.equal(checkRows(definitions, row(`https://a.example/x.pdf, file_${file} ${file}`)).valid.length, 1);
  assert.equal(checkRows(definitions, row('ftp://a.example/x.pdf')).valid.length, 0);
});

test('a mapping is remembered by the names of columns, wherever they stand in the next file', (t) => {
  const { local } = provideStorages(t);
  const first = parseCsv('when,who\n1,2\n');
  const chosen = { company_name: { kind: 'column', column: 1 }, report: { kind: 'constant', text: 'x' } } as const;
  rememberMapping('agent', chosen, first);
  const next = parseCsv('who,company_name\n1,2\n');
  assert.deepEqual(recallMapping('agent', definitions, next), {
    company_name: { kind: 'column', column: 0 },
    report: { kind: 'constant', text: 'x' },
  });
  assert.deepEqual(recallMapping('another', definitions, next).company_name, { kind: 'column', column: 1 });
  local.setItem('errand.columns.agent', '{nonsense');
  assert.deepEqual(recallMapping('agent', definitions, next), guessMapping(definitions, next));
});
