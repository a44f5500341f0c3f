import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { SourcePlan } from '#workspace/model/source-plan.ts';
import { scriptedDatabase, scriptedDb } from '../../../test/scripted-db.ts';
import { definitions, rowKinds } from './definitions.ts';
import { readLiveRows } from './live-rows.ts';
import { createSystemTables } from './system-tables.ts';

const stored = ['id', 'agent_id', 'version_id', 'origin', 'batch_id', 'created_at'];
const part = (over: object) => ({
  id: 'p',
  kind: 'jobs',
  first_id: '0190',
  last_id: '0195',
  agents: { a1: 2 },
  files: [
    { name: 'jobs', key: 'k1', rows: 2, bytes: 9 },
    { name: 'steps', key: 'k2', rows: 5, bytes: 9 },
  ],
  ...over,
});
function open(name: string, plan: Partial<SourcePlan>, parts: object[] = [part({})]) {
  const db = scriptedDb({
    pg_attribute: stored.map((column) => ({ name: column, type: 'uuid' })),
    'from archive_parts': parts,
  });
  const tables = createSystemTables({ database: scriptedDatabase(db), bytesMax: 1_000 });
  return tables.open('org', name, { columns: undefined, filters: [], limit: null, ...plan } as unknown as SourcePlan);
}

test('columns have names of their own, and need only rows that their table has', () => {
  for (const { name, columns, kinds, needs } of definitions) {
    assert.equal(new Set(columns.map((column) => column.name)).size, columns.length, name);
    for (const need of [...needs, ...columns.flatMap((column) => column.needs)]) {
      const [kind] = need.split('.');
      assert.ok((kinds as string[]).includes(kind!), `${name}: ${need}`);
    }
    assert.ok(kinds.every((kind) => rowKinds.includes(kind)));
  }
});

test('a query gets the columns that it names in any case, and one where it names none', async () => {
  assert.deepEqual(
    (await open('jobs', { columns: ['ID', 'agent_id'] })).columns.map(({ name }) => name),
    ['id', 'agent_id'],
  );
  assert.equal((await open('jobs', { columns: [] })).columns.length, 1);
});

test('the view reads rows of the database and of the archive by the same columns', async () => {
  const { view } = await open('jobs', { columns: ['id'] });
  assert.match(view, /"errand jobs live".*union all by name.*"errand jobs files"/);
  assert.doesNotMatch(view, /\$jobs/);
});

test('only files that may have rows within the bounds are read', async () => {
  const filesOf = async (filters: object[], parts?: object[]) =>
    (await open('jobs', { filters } as never, parts)).rows[0]!.files;
  assert.deepEqual(await filesOf([]), [{ key: 'k1', rows: 2, bytes: 9 }]);
  const agent = (value: string) => [{ column: 'agent_id', op: '=', value }];
  const uuid = '01900000-0000-7000-8000-00000000000a';
  assert.deepEqual(await filesOf(agent(uuid)), []);
  assert.equal((await filesOf(agent(uuid), [part({ agents: { [uuid]: 1 } })])).length, 1);
  assert.deepEqual(await filesOf([{ column: 'created_at', op: '>', value: '2090-01-01' }]), []);
});

test('a query that wants no rows reads none', async () => {
  const { rows } = await open('jobs', { limit: 0 });
  assert.deepEqual(rows[0]!.files, []);
  for await (const _piece of rows[0]!.lines) assert.fail('read');
});

const columns = [{ name: 'id', text: 'j.id::text', type: 'VARCHAR', isJson: false }];
async function lines(
  count: number,
  { rowsMax = null as number | null, bytesMax = 1_000_000, to = undefined as string | undefined } = {},
) {
  const ids = Array.from({ length: count }, (_, at) => String(at).padStart(6, '0'));
  const db = scriptedDb({
    'order by id limit': ([, after], text) =>
      ids
        .filter((id) => (text.includes('id > $2') ? id > String(after) : true))
        .slice(0, 500)
        .map((id) => ({ id })),
    'where j.id = any': ([wanted]) => (wanted as string[]).map((id) => ({ id })),
  });
  const bounds = { isComplete: true, ...(to !== undefined && { to }) };
  let text = '';
  for await (const piece of readLiveRows(db, 'org', { kind: 'jobs', columns, bounds, rowsMax, bytesMax }))
    text += Buffer.from(piece);
  return { rows: text.split('\n').length - 1, looks: db.sentTo('order by id limit') };
}

test('rows are read in stretches to the last, or until there are enough', async () => {
  assert.equal((await lines(1_200)).rows, 1_200);
  const { rows, looks } = await lines(1_200, { rowsMax: 10 });
  assert.deepEqual([rows, looks.length], [500, 1]);
});

test('more bytes than one statement may read are refused', async () => {
  await assert.rejects(lines(1_200, { bytesMax: 100 }), { reason: 'limit' });
});

test('an upper bound that includes its id is asked for as that id', async () => {
  assert.equal((await lines(1, { to: '0190~' })).looks[0]!.values[2], '0190');
});
