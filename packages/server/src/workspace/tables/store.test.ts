import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createOrganization } from '#credits/create-organization.ts';
import { newId } from '#platform/ids.ts';
import { openTestDatabase } from '../../../test/harness.ts';
import { appendSegment, deleteTable, findTable, insertTable, listPinned, replaceContent } from './store.ts';

const { database } = await openTestDatabase();
const org = (await createOrganization(database.system, { name: 'Acme' })).id;
const other = (await createOrganization(database.system, { name: 'Other' })).id;

const columns = [
  { name: 'a', type: 'BIGINT', nullable: false },
  { name: 'b', type: 'VARCHAR', nullable: false },
];
const segment = (rows: number) => ({ key: newId(), rows, bytes: rows * 10 });
const db = () => database.tenant(org);
async function create(name: string) {
  await insertTable(db(), org, { id: newId(), name, columns, segments: [segment(2)], creatorId: null });
  return (await findTable(db(), org, name))!;
}

test('a name is taken in any case, and only in its own organization', async () => {
  await create('People');
  const again = { id: newId(), name: 'PEOPLE', columns, segments: [], creatorId: null };
  assert.equal(await insertTable(db(), org, again), false);
  assert.equal(await insertTable(database.tenant(other), other, { ...again, id: newId() }), true);
  assert.equal((await findTable(db(), org, 'pEoPlE'))?.name, 'People');
});

test('segments are appended while the columns stay; a first null makes its column nullable', async () => {
  const table = await create('appended');
  assert.equal(await appendSegment(db(), org, table, segment(3), ['b']), true);
  assert.equal(await appendSegment(db(), org, table, segment(1), []), true, 'an older revision is no hindrance');
  const after = (await findTable(db(), org, 'appended'))!;
  assert.deepEqual([after.rowCount, after.bytes, after.segments.length], [6, 60, 3]);
  assert.deepEqual(
    after.columns.map(({ nullable }) => nullable),
    [false, true],
  );
});

test('of two replacements of one state the second is refused, and so is a row for columns that are gone', async () => {
  const table = await create('replaced');
  assert.equal(await replaceContent(db(), org, table, { columns: columns.slice(1), segments: [] }), true);
  assert.equal(await replaceContent(db(), org, table, { columns, segments: [] }), false);
  assert.equal(await appendSegment(db(), org, table, segment(1), []), false);
  assert.deepEqual(
    (await findTable(db(), org, 'replaced'))?.columns.map(({ name }) => name),
    ['b'],
  );
});

test('what a query has pinned stays as it was; tables of others are not among them', async () => {
  await create('pinned');
  const [pinned] = await listPinned(db(), org, ['pinned', 'nobody']);
  assert.deepEqual(await listPinned(database.tenant(other), other, ['pinned']), []);
  await deleteTable(db(), org, 'PINNED');
  assert.equal(await findTable(db(), org, 'pinned'), undefined);
  assert.equal(pinned?.segments.length, 1);
});
