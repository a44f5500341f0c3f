import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { UsageError } from '../terminal/errors.ts';
import { mapRows, readRows } from './batch-rows.ts';

let folder: string;
before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'errand-rows-'));
});
after(() => rm(folder, { recursive: true }));

async function rowsOf(text: string) {
  const path = join(folder, 'rows');
  await writeFile(path, text);
  return readRows(path);
}

test('CSV of every delimiter and JSON lines give the same rows', async () => {
  const rows = [
    { name: 'Ada', city: 'Lon,don' },
    { name: 'Grace', city: 'New\nYork' },
  ];
  assert.deepEqual(await rowsOf('\uFEFFname,city\nAda,"Lon,don"\n\nGrace,"New\nYork"\n'), rows);
  assert.deepEqual(await rowsOf('name;city\r\nAda;Lon,don\r\nGrace;"New\nYork"'), rows);
  assert.deepEqual(await rowsOf(rows.map((row) => JSON.stringify(row)).join('\n')), rows);
});

test('a damaged file is refused with the place of the damage', async () => {
  await assert.rejects(rowsOf('{"a": 1}\n{"a": \n'), /line 2: not a JSON object/);
  await assert.rejects(rowsOf('a,b\n1,2,3\n'), UsageError);
  await assert.rejects(rowsOf('a,b\n'), /has no rows/);
  await assert.rejects(readRows(join(folder, 'none')), /cannot be read/);
});

test('columns go to inputs by mapping, else by name, and blank cells are left out', () => {
  const rows = [
    { Name: 'Ada', note: '', text: 'x' },
    { Name: 'Grace', note: 'n', text: 'y' },
  ];
  assert.deepEqual(mapRows(rows, ['Name=name'], ['name', 'note', 'other']), [
    { name: 'Ada' },
    { name: 'Grace', note: 'n' },
  ]);
  assert.throws(() => mapRows(rows, ['Nme=name'], ['name']), /no column Nme. Columns: Name, note, text/);
  assert.throws(() => mapRows(rows, ['Name=nme'], ['name']), /no input nme. Inputs: name/);
  assert.throws(() => mapRows(rows, ['Name'], ['name']), /Write --map column=input/);
  assert.throws(() => mapRows(rows, [], ['other']), /Assign columns with --map/);
});
