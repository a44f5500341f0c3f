import assert from 'node:assert/strict';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { firstIdAt, newId } from '#platform/ids.ts';
import { pruneRows } from '#platform/leased-work/prune.ts';
import { openStorage } from '#platform/storage/open-storage.ts';
import { createLimits } from '#workspace/engine/limits.ts';
import { readWorkspaceSettings } from '#workspace/engine/settings.ts';
import { createSlots } from '#workspace/engine/slots.ts';
import { queryRows } from '#workspace/queries/store.ts';
import { createCollector } from '#workspace/tables/collect.ts';
import { createCompactor } from '#workspace/tables/compact.ts';
import { uploadRows } from '#workspace/tables/uploads-store.ts';
import { startHarness, stopAtEnd, until } from '../harness.ts';
import { startS3 } from '../s3-server.ts';
import { rowsOf, runSql, uploadCsv } from './workspace.ts';

// What storage keeps of tables and queries, and for how long.

const harness = stopAtEnd(await startHarness());
const org = await harness.org();

test('unused segments are removed, those of tables and running queries never', async () => {
  const storage = await openStorage(join(harness.dataDir, 'storage'));
  const { collect } = createCollector({ db: harness.database.system, storage });
  const list = async (): Promise<string[]> => {
    const keys: string[] = [];
    for await (const { key } of storage.list(`tables/${org.orgId}/`)) keys.push(key);
    return keys;
  };
  const segmentsOf = async (name: string): Promise<string[]> =>
    (
      await harness.database.system.query<{ key: string }>(
        `select s->>'key' as key from workspace_tables, json_array_elements(segments) s where org_id = $1 and name = $2`,
        [org.orgId, name],
      )
    ).map(({ key }) => key);
  for (const name of ['kept', 'pinned', 'dropped']) await uploadCsv(org, name, 'a\n1\n');
  const [kept, pinned, dropped] = await Promise.all(['kept', 'pinned', 'dropped'].map(segmentsOf));
  // A query of somebody else that waits for its agents.
  const pins = JSON.stringify({ pins: [{ segments: [{ key: pinned![0] }] }] });
  await harness.database.system.run(
    `insert into worksheet_queries (id, org_id, kind, query, row_limit, task_id, status, role, progress, lease_until)
      values ($1, $2, 'async', 'select 1', 1, $1, 'STARTED', 'admin', $3::json, now() + interval '1 hour')`,
    [newId(), org.orgId, pins],
  );
  for (const name of ['pinned', 'dropped']) await org.request('DELETE', `/v1/tables/${name}/`);
  const wait = { olderThanMs: 0, unnamedForMs: 3_600_000 };
  await collect(wait);
  assert.ok((await list()).includes(dropped![0]!), 'a statement may have pinned it a moment ago');
  assert.ok((await collect({ olderThanMs: 0, unnamedForMs: 0 })) > 0);
  const left = await list();
  assert.ok(left.includes(kept![0]!) && left.includes(pinned![0]!) && !left.includes(dropped![0]!));
  await harness.database.system.run(`delete from worksheet_queries where status = 'STARTED' and claim_id is null`);
  await collect({ olderThanMs: 0, unnamedForMs: 0 });
  assert.ok(!(await list()).includes(pinned![0]!), 'the query is over');
  assert.equal((await runSql(org, 'select a from kept'))[0].row_count, 1);
});

describe('a table of many small segments', () => {
  type State = { id: string; segments: { key: string; rows: number }[]; columns: object[]; revision: number };
  const stateOf = async (name: string): Promise<State> =>
    (
      await harness.database.system.query<State>(
        'select id, segments, columns, revision from workspace_tables where org_id = $1 and name = $2',
        [org.orgId, name],
      )
    )[0]!;
  /** As forty inserts of the same row would have left it. */
  async function makeCrowded(name: string): Promise<void> {
    await runSql(org, `create table ${name} as select 1 as n, 'é' as s`);
    await harness.database.system.run(
      `update workspace_tables set row_count = 40,
          segments = (select json_agg(one) from (select segments->0 as one from generate_series(1, 40)) many) where org_id = $1 and name = $2`,
      [org.orgId, name],
    );
  }

  test('is merged by the inserts that cause it, with every row in its place', async () => {
    await makeCrowded('crowded');
    const before = await stateOf('crowded');
    await Promise.all([2, 3, 4].map((n) => runSql(org, `insert into crowded values (${n}, null)`)));
    const after = await until(async () => {
      const state = await stateOf('crowded');
      return state.segments.length <= 4 && state;
    }, 'the merge');
    const rows = await rowsOf(org, 'select n, s from crowded');
    assert.deepEqual(rows.slice(0, 40), Array(40).fill([1, 'é']), 'in the order in which they came');
    assert.deepEqual(
      rows
        .slice(40)
        .map(([n]) => n)
        .sort(),
      [2, 3, 4],
    );
    assert.equal(
      after.segments.reduce((sum, one) => sum + one.rows, 0),
      43,
    );
    assert.equal(after.revision, before.revision + 3, 'a merge is no change that others have to heed');
    const storage = await openStorage(join(harness.dataDir, 'storage'));
    assert.ok(await storage.head(before.segments[0]!.key), 'a query that has pinned it can still read it');
  });

  test('keeps a rewrite that came while it was merged, and nothing is left of the merge', async () => {
    await makeCrowded('rewritten');
    const storage = await openStorage(join(harness.dataDir, 'storage'));
    const { id, columns } = await stateOf('rewritten');
    const made: string[] = [];
    const slow = {
      ...storage,
      async put(...args: Parameters<typeof storage.put>) {
        made.push(args[0]);
        const stored = await storage.put(...args);
        await runSql(org, 'delete from rewritten; insert into rewritten values (7, null)', { use_admin: true });
        return stored;
      },
    };
    const engine = {
      kind: 'one that is overtaken',
      async run({ keep }: { keep?: (content: Buffer[], what: 'result') => Promise<void> }) {
        await keep!([Buffer.from('forty rows')], 'result');
        return { columns, rows: 40, truncated: false, offsets: [], bytes: 10, elapsedMs: 1 };
      },
      async stop() {},
    };
    const { database, log } = harness;
    const slots = createSlots(1, createLimits(database.system, readWorkspaceSettings({})));
    const options = { database, storage: slow, engine: engine as never, slots, log, timeoutMs: 1_000 };
    const compactor = createCompactor(options);
    compactor.start(org.orgId, id);
    await until(async () => made.length > 0 && !(await storage.head(made[0]!)), 'the end of the merge');
    await compactor.stop();
    assert.deepEqual(await rowsOf(org, 'select n from rewritten'), [[7]]);
    assert.equal(made.length, 1, 'it is not crowded any more');
  });
});

test('queries that are over go after the days they are kept, with their results; others stay', async () => {
  const { system } = harness.database;
  const storage = await openStorage(join(harness.dataDir, 'storage'));
  const old = Date.now() - 40 * 86_400_000;
  const idAt = (ms: number): string => firstIdAt(ms).replace(/0000-0{12}$/, '8000-000000000001');
  const rows = [
    { id: idAt(old), ended: `now() - interval '31 days'`, goes: true },
    { id: idAt(old + 1), ended: `now() - interval '31 days'`, goes: true },
    { id: idAt(old + 2), ended: `now() - interval '31 days'`, goes: true },
    { id: idAt(old + 3), ended: `now() - interval '29 days'`, goes: false },
    { id: idAt(old + 4), ended: 'null', goes: false },
  ];
  for (const { id, ended } of rows) {
    await system.run(
      `insert into worksheet_queries (id, org_id, kind, query, row_limit, task_id, status, role, finished_at, lease_until)
        values ($1, $2, 'async', 'select 1', 1, $1, case when ${ended} is null then 'STARTED' else 'SUCCESS' end, 'admin',
          ${ended}, now() + interval '1 hour')`,
      [id, org.orgId],
    );
    await storage.put(`queries/${org.orgId}/${id}-0.jsonl`, Buffer.from('[1]\n'));
  }
  await system.run(
    `insert into table_uploads (id, org_id, table_name, with_headers, status, token_hash, expires_at, updated_at)
      values ($1, $2, 'x', true, 'PENDING', '', now(), now() - interval '31 days')`,
    [idAt(old), org.orgId],
  );
  for (const [kind, time, count] of [
    [queryRows, 'finished_at', 3],
    [uploadRows, 'updated_at', 1],
  ] as const) {
    const rule = { days: 30, where: `t.${time} < now() - interval '30 days'` };
    assert.equal(await pruneRows(harness.database.queue, kind, rule, { chunk: 2 }), count);
  }
  await createCollector({ db: system, storage }).collect({ olderThanMs: 0, unnamedForMs: 3_600_000 });
  for (const { id, goes } of rows) {
    const answer = await org.request('GET', `/v1/database/query/${id}/export/`);
    if (goes) assert.deepEqual([answer.status, /kept for 30 days/.test(answer.body.detail)], [404, true], answer.text);
    else assert.equal(answer.status, 400, 'it is there, without a statement');
    assert.equal((await storage.head(`queries/${org.orgId}/${id}-0.jsonl`)) === undefined, goes);
  }
  await system.run('delete from worksheet_queries where id = any($1::uuid[])', [rows.map(({ id }) => id)]);
});

test('all of it works on S3, too', async () => {
  const s3 = await startS3(join(harness.dataDir, 's3'), 'bucket');
  const other = await startHarness({ env: { ERRAND_STORAGE: 's3://bucket/errand', ERRAND_SQL_ROWS_MAX: '2' } });
  try {
    const tenant = await other.org();
    assert.equal((await uploadCsv(tenant, 'far', 'a,b\n1,x\n2,y\n3,z\n')).status, 201);
    await runSql(tenant, `create table near as select * from far where a > 1; insert into near values (4, 'q')`);
    const [result] = await runSql(tenant, 'select * from near order by a');
    assert.deepEqual(result.result_rows, [
      [2, 'y'],
      [3, 'z'],
    ]);
    const { body } = await tenant.request('GET', '/v1/database/query/');
    const whole = await tenant.request('GET', `/v1/database/query/${body.results[0].id}/export/`);
    assert.equal(whole.text, 'a,b\r\n2,y\r\n3,z\r\n4,q\r\n');
  } finally {
    await other.stop();
    await s3.close();
  }
});
