import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { test } from 'node:test';
import { EngineError } from '#workspace/engine/engine.ts';
import { memoryStorage } from '../../../test/memory-storage.ts';
import { scriptedDatabase, scriptedDb } from '../../../test/scripted-db.ts';
import { collectGarbage } from './garbage.ts';
import { listEnded } from './list-ended.ts';
import { DamagedFile, hashStored, readRows } from './parquet.ts';
import type { ReadDeps } from './read-archived.ts';
import { lookAfterFiles, verifyArchive } from './verify.ts';

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');
const file = {
  name: 'jobs',
  key: 'k',
  rows: 2,
  bytes: 5,
  sha256: sha256('12345'),
  checks: { id: '7' },
  columns: [{ name: 'id', type: 'VARCHAR' }],
};
const row = (over: object = {}) => ({
  id: 'p',
  org_id: 'org',
  kind: 'jobs',
  month: '2026-01',
  first_id: 'a',
  last_id: 'b',
  first_at: new Date('2026-01-01T00:00:00Z'),
  last_at: new Date('2026-01-31T00:00:00Z'),
  rows: 2,
  agents: { agent: 2 },
  files: [file],
  verified_at: null,
  problem: null,
  ...over,
});

/** `lines`: what the SQL engine reads from the files; an error: what it throws. */
function world({
  parts = [row()],
  content = '12345' as string | null,
  lines = [{ name: 'jobs', row: { row_count: 2, id: '7' } }] as object[] | Error,
  same = true,
} = {}) {
  const db = scriptedDb({ 'as same': [{ same }], 'from archive_parts': parts });
  const queries: string[] = [];
  const engine = {
    async run({ task, keep }: { task: { sql: string }; keep(pieces: AsyncIterable<Uint8Array>): Promise<void> }) {
      queries.push(task.sql);
      if (lines instanceof Error) throw lines;
      async function* pieces() {
        yield Buffer.from((lines as object[]).map((line) => `${JSON.stringify(line)}\n`).join(''));
      }
      await keep(pieces());
      return { rows: 0, bytes: 0 };
    },
  };
  const storage = memoryStorage(content === null ? {} : { k: content });
  return {
    db,
    queries,
    deps: { storage, engine, timeoutMs: 1, database: scriptedDatabase(db) } as unknown as ReadDeps,
  };
}
const problemOf = async (at: ReturnType<typeof world>, quick = false): Promise<string | undefined> =>
  (await verifyArchive(at.deps, { quick })).problems[0]?.problem;

test('an archive that is as it was written has no problem, which is noted', async () => {
  const at = world();
  assert.deepEqual(await verifyArchive(at.deps), { parts: 1, files: 1, bytes: 5, problems: [] });
  assert.deepEqual(at.db.sentTo('update archive_parts')[0]!.values.slice(0, 2), ['p', null]);
});

test('every difference is told with the file that has it', async () => {
  assert.match((await problemOf(world({ content: null })))!, /^k /);
  assert.match((await problemOf(world({ content: '54321' })))!, /^k .*content/);
  const rows = [{ name: 'jobs', row: { row_count: 1, id: '7' } }];
  assert.match((await problemOf(world({ lines: rows })))!, /^k .*\b1\b.*\b2\b/);
  const values = [{ name: 'jobs', row: { row_count: 2, id: '8' } }];
  assert.match((await problemOf(world({ lines: values })))!, /^k .*\bid\b/);
});

test('a quick look compares sizes and reads nothing', async () => {
  const at = world({ content: '1234' });
  assert.match((await problemOf(at, true))!, /\b4\b.*\b5\b/);
  assert.deepEqual(at.queries, []);
  assert.equal(await problemOf(world({ content: '54321' }), true), undefined);
});

test('a part that was written again meanwhile is left to the next look', async () => {
  const at = world({ content: null, same: false });
  assert.deepEqual(await verifyArchive(at.deps), { parts: 0, files: 0, bytes: 0, problems: [] });
  assert.equal(at.db.sentTo('update archive_parts').length, 0);
});

test('files are looked for once a day, and a found problem stays until a full look', async () => {
  const fresh = world({ parts: [row({ verified_at: new Date() })], content: null });
  await lookAfterFiles(fresh.deps);
  assert.equal(fresh.db.sentTo('update archive_parts').length, 0);
  const missing = world({ content: null });
  await lookAfterFiles(missing.deps);
  assert.match(String(missing.db.sentTo('update archive_parts')[0]!.values[1]), /^k /);
  const known = world({ parts: [row({ problem: 'k has other content' })] });
  await lookAfterFiles(known.deps);
  assert.equal(known.db.sentTo('update archive_parts').length, 0);
});

test('a file that the SQL engine cannot read is named by its key', async () => {
  const broken = new EngineError('sql', 'Invalid Input Error: cannot read table-0-1.parquet');
  const { deps } = world({ lines: broken });
  await assert.rejects(readRows(deps, { jobs: [{ key: 'one' }, { key: 'two' }] }, 'select 1'), (error: DamagedFile) => {
    assert.ok(error instanceof DamagedFile);
    return error.key === 'two';
  });
  const { deps: slow } = world({ lines: new EngineError('limit', 'too long') });
  await assert.rejects(readRows(slow, { jobs: { key: 'one' } }, 'select 1'), EngineError);
  await assert.rejects(hashStored(memoryStorage(), 'gone'), DamagedFile);
});

test('archived jobs that ended in a time come from the parts that may have them, as times of UTC', async () => {
  const lines = [{ id: 'j', agent_id: 'agent', status: 3, verdict: null, finished_at: '2026-01-15 10:00:00.5' }];
  const span = {
    from: new Date('2026-01-10T00:00:00Z'),
    to: new Date('2026-01-20T00:00:00Z'),
    agentId: null,
    size: 10,
  };
  const at = world({ lines });
  const [found] = await listEnded(at.deps, 'org', span);
  assert.equal(found!.finished_at.toISOString(), '2026-01-15T10:00:00.500Z');
  for (const other of [
    { ...span, to: new Date('2026-01-01T00:00:00Z') },
    { ...span, agentId: 'another' },
  ])
    assert.deepEqual(await listEnded(at.deps, 'org', other), []);
  assert.equal(at.queries.length, 1);
});

test('garbage is forgotten only when its file is gone', async () => {
  const left = [['a', 'b'], []];
  const db = scriptedDb({
    'from archive_garbage where key': 1,
    'from archive_garbage': () => (left.shift() ?? []).map((key) => ({ key })),
  });
  const storage = memoryStorage({ a: '1', b: '2', c: '3' });
  const refusing = { ...storage, delete: () => Promise.reject(new Error('refused')) };
  const database = scriptedDatabase(db);
  await assert.rejects(collectGarbage({ database, storage: refusing }, null), /refused/);
  assert.equal(db.sentTo('delete from archive_garbage').length, 0);
  left.unshift(['a', 'b']);
  assert.equal(await collectGarbage({ database, storage }, null), 2);
  assert.deepEqual([...storage.objects.keys()], ['c']);
});
