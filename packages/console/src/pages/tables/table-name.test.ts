import assert from 'node:assert/strict';
import { test } from 'node:test';
import { nameFromFile, readNameProblem } from './table-name.ts';

test('a name made of that of a file is one that the service accepts', () => {
  assert.deepEqual(['my file (2).csv', '2026.xlsx'].map(nameFromFile), ['my_file_2', 'table_2026']);
  for (const file of ['a.csv', 'Größe (2).csv', '.csv', `${'x'.repeat(300)}.csv`, '__.csv'])
    assert.equal(readNameProblem(nameFromFile(file), []), undefined, file);
});

test('each kind of name that cannot be used has a reason of its own', () => {
  const problems = ['', '2nd', 'upload', 'Invoices'].map((name) => readNameProblem(name, ['invoices']));
  assert.ok(problems.every((problem) => problem !== undefined));
  assert.equal(new Set(problems).size, 4);
  assert.equal(readNameProblem('uploads', ['invoices']), undefined);
});
