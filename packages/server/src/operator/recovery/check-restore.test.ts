import assert from 'node:assert/strict';
import { test } from 'node:test';
import { memoryStorage } from '../../../test/memory-storage.ts';
import { scriptedDb } from '../../../test/scripted-db.ts';
import { checkRestore } from './check-restore.ts';
import { listSources } from './references.ts';
import { listAgain } from './runs-again.ts';
import { takeSnapshot } from './snapshot.ts';
import { markKey } from './storage-owner.ts';

const nothing = { 'open jobs': 0, 'webhook deliveries': 0 };

/** `found`: how many objects each comparison finds, by a part of its condition. */
function check({
  found = {} as Record<string, number>,
  surplus = {},
  again = {},
  mode = 'off',
  graceDays = 0,
  mark = 'mine',
} = {}) {
  const countFor = (text: string): number => Object.entries(found).find(([part]) => text.includes(part))?.[1] ?? 0;
  const db = scriptedDb({
    "name = 'installation_id'": [{ value: 'mine' }],
    'with surplus': [{ surplus: 0, bytes: 0, strange: 0, organizations: null, ...surplus }],
    'as named from named': [{ named: 1 }],
    'as count from named n': (_values, text) => [{ count: countFor(text) }],
    'key, source from named n': (_values, text) => (countFor(text) > 0 ? [{ key: 'files/a', source: 'files' }] : []),
    'from job_queue': [{ ...nothing, ...again }],
    archive_mode: [{ mode }],
  });
  const storage = memoryStorage({ [markKey]: JSON.stringify({ installation_id: mark, number: 0, at: '' }) });
  return checkRestore(db, storage, { hashes: false, manifest: undefined, graceDays, onProgress: () => undefined });
}
const named = (report: Awaited<ReturnType<typeof check>>, name: string) =>
  report.findings.find((finding) => finding.name === name);

test('a restore in which everything is in its place is fine', async () => {
  const report = await check();
  assert.equal(report.ok, true);
  assert.equal(named(report, 'Lost content'), undefined);
});

test('missing, deleted and changed content are faults of their own, with the first object', async () => {
  const faults = [
    ['not exists (select from deleted d where d.key = n.key) and not n.lost', 'Missing content'],
    ['and exists (select from deleted', 'Deleted content'],
    ['s.size <> n.size', 'Changed content'],
  ] as const;
  for (const [part, name] of faults) {
    const report = await check({ found: { [part]: 3 } });
    assert.deepEqual(
      report.findings.filter(({ ok }) => !ok).map((finding) => finding.name),
      [name],
    );
    assert.match(named(report, name)!.detail, /\b3\b.*files\/a/);
  }
});

test('content that was marked as lost before is told and is no fault any more', async () => {
  const report = await check({ found: { 'and n.lost': 2 } });
  assert.equal(report.ok, true);
  assert.match(named(report, 'Lost content')!.detail, /\b2\b/);
});

test('the storage of another installation is a fault, and the rest is still looked at', async () => {
  const report = await check({ mark: 'theirs' });
  assert.equal(report.ok, false);
  assert.match(named(report, 'Installation')!.fix!, /theirs/);
  assert.ok(named(report, 'Missing content'));
});

test('objects that no row names are told, those of unknown organizations by their ids', async () => {
  const report = await check({ surplus: { surplus: 5, bytes: 50, strange: 2, organizations: ['o1', 'o2'] } });
  assert.equal(report.ok, true);
  assert.match(named(report, 'Other organizations')!.detail, /\b2\b.*o1, o2/);
});

test('a log that is archived without a grace period for deleted content is pointed out', async () => {
  const detail = async (given: object) => named(await check(given), 'Grace period')!.detail;
  assert.match(await detail({ mode: 'on' }), /ERRAND_STORAGE_GRACE_DAYS/);
  assert.match(await detail({ mode: 'on', graceDays: 7 }), /^7 /);
  assert.doesNotMatch(await detail({ mode: 'off' }), /ERRAND/);
});

test('what a start would do again is listed without what is nothing', async () => {
  const again = async (row: object) => (await listAgain(scriptedDb({ 'from job_queue': [row] }))).detail;
  assert.match(await again({ ...nothing, 'open jobs': 4 }), /\b4 open jobs/);
  assert.doesNotMatch(await again({ ...nothing, 'open jobs': 4 }), /deliveries/);
  assert.doesNotMatch(await again(nothing), /\d/);
});

test('a table names content by its columns; what it does not have is null', async () => {
  const db = scriptedDb({
    pg_class: [
      { name: 'files', columns: ['storage_key', 'size', 'sha256', 'lost_at'] },
      { name: 'table_uploads', columns: ['storage_key'] },
    ],
  });
  const [files, uploads, ...more] = await listSources(db);
  assert.deepEqual([files!.canMark, uploads!.canMark], [true, false]);
  assert.match(files!.select, /lost_at is not null as lost/);
  assert.match(files!.select, /null::uuid as job_id/);
  assert.match(uploads!.select, /null::bigint as size.*IMPORTING/s);
  assert.deepEqual(
    more.map(({ name }) => name),
    ['workspace_tables', 'archive_parts'],
  );
});

test('a snapshot tells stored content from deleted, and leaves marks and temporary objects out', async () => {
  const db = scriptedDb();
  const storage = memoryStorage({ [markKey]: '{}', 'tmp/x': '1', 'files/a': '12345' });
  const { counted } = await takeSnapshot(db, storage, () => undefined);
  assert.deepEqual(counted, { objects: 1, bytes: 5, deleted: 0 });
  assert.deepEqual(db.sentTo('insert into stored')[0]!.values, [['files/a'], [5]]);
});
