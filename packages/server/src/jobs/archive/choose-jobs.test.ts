import assert from 'node:assert/strict';
import { test } from 'node:test';
import { firstIdAt } from '#platform/ids.ts';
import { scriptedDb } from '../../../test/scripted-db.ts';
import { chooseIds, listStocks, monthSpan } from './choose-jobs.ts';
import { checkInFile, fileText, listColumns } from './columns.ts';
import { archivePrefix, fileKey, PART_BYTES_MAX } from './model.ts';
import { toCsvLine } from './read-rows.ts';

test('a month ends where the next one begins, also at the end of a year', () => {
  assert.deepEqual(monthSpan('2026-12'), [firstIdAt(Date.UTC(2026, 11, 1)), firstIdAt(Date.UTC(2027, 0, 1))]);
  assert.equal(monthSpan('2026-01')[1], monthSpan('2026-02')[0]);
});

const stock = { orgId: 'org', kind: 'jobs', month: '2026-01' } as const;
const dbWith = (bytes: number[]) => {
  const rows = bytes.map((size, at) => ({ id: `j${at}`, bytes: size }));
  return scriptedDb({
    'order by j.id limit': rows,
    'with ordinality as wanted': ([ids]) => rows.slice(0, (ids as string[]).length),
  });
};

test('a part takes jobs until their bytes are enough', async () => {
  const half = PART_BYTES_MAX / 2;
  assert.deepEqual(await chooseIds(dbWith([1, 2, 3]), stock), ['j0', 'j1', 'j2']);
  assert.deepEqual(await chooseIds(dbWith([half, half, 1]), stock), ['j0', 'j1']);
  assert.deepEqual(await chooseIds(dbWith([1, 2, 3]), stock, { rowsMax: 2 }), ['j0', 'j1']);
});

test('a job that is larger than a part gets one for itself', async () => {
  assert.deepEqual(await chooseIds(dbWith([PART_BYTES_MAX + 1, 1]), stock), ['j0']);
});

test('months without jobs are not looked at', async () => {
  const jobs = [Date.UTC(2026, 0, 5), Date.UTC(2026, 3, 5)].map((ms) => firstIdAt(ms));
  const db = scriptedDb({
    'select 1 from jobs': [{}],
    'from organizations': [{ id: 'org' }],
    'select id from jobs': ([, from]) =>
      jobs
        .filter((id) => id >= String(from))
        .slice(0, 1)
        .map((id) => ({ id })),
  });
  const before = { jobs: new Date(), deliveries: new Date() };
  assert.deepEqual(
    (await listStocks(db, before)).map(({ month }) => month),
    ['2026-01', '2026-04'],
  );
  assert.equal(db.sentTo('select id from jobs').length, 3);
});

test('while nothing is old enough, organizations are not asked one by one', async () => {
  const db = scriptedDb({ 'from organizations': [{ id: 'org' }] });
  assert.deepEqual(await listStocks(db, { jobs: new Date(), deliveries: new Date() }), []);
  assert.equal(db.sentTo('from organizations').length, 0);
});

test('every type of PostgreSQL has one type in the files', async () => {
  const types = [
    'timestamp with time zone',
    'boolean',
    'smallint',
    'bigint',
    'numeric(20,8)',
    'numeric',
    'jsonb',
    'uuid',
  ];
  const db = scriptedDb({ pg_attribute: types.map((type, at) => ({ name: `c${at}`, type })) });
  const columns = await listColumns(db, 'jobs', 'j', 'result_');
  assert.deepEqual(
    columns.map(({ type }) => type),
    ['TIMESTAMP', 'BOOLEAN', 'BIGINT', 'BIGINT', 'DECIMAL(20, 8)', 'VARCHAR', 'VARCHAR', 'VARCHAR'],
  );
  assert.deepEqual(
    columns.filter(({ isJson }) => isJson).map(({ name }) => name),
    ['result_c6'],
  );
});

test('times are spelled out, so that both sides make the same checksum of them', async () => {
  const [moment] = await listColumns(
    scriptedDb({ pg_attribute: [{ name: 'at', type: 'timestamp with time zone' }] }),
    't',
    't',
  );
  assert.match(moment!.text, /HH24:MI:SS\.US/);
  assert.match(fileText(moment!), /%H:%M:%S\.%f/);
  assert.ok(checkInFile('id', moment!).includes(fileText(moment!)));
});

test('the files of an organization are in its own folder, and each version has its own key', () => {
  const part = { orgId: 'org', month: '2026-01', id: 'p' };
  assert.ok(fileKey(part, 'jobs', '1').startsWith(archivePrefix('org')));
  assert.notEqual(fileKey(part, 'jobs', '1'), fileKey(part, 'jobs', '2'));
  assert.equal('archive/organization/'.startsWith(archivePrefix('org')), false);
});

test('a null is nothing in a line, an empty text is not, and quotation marks are doubled', () => {
  const columns = [{ name: 'a' }, { name: 'b' }, { name: 'c' }];
  assert.equal(toCsvLine({ a: null, b: '', c: 'say "hi",\n' }, columns), ',"","say ""hi"",\n"\n');
});
