import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { test } from 'node:test';
import pg from 'pg';
import { archivePass } from '#jobs/archive/archive-pass.ts';
import { archivePrefix } from '#jobs/archive/model.ts';
import { keysOf, listAllParts } from '#jobs/archive/store.ts';
import { verifyArchive } from '#jobs/archive/verify.ts';
import { testEngines } from '../engines.ts';
import { type Harness, startHarness, type TestOrg, until } from '../harness.ts';
import { archiveDeps, endOldJobs } from './fixtures.ts';

let harness: Harness;
let org: TestOrg;

test('an archive that is killed at any moment loses nothing, doubles nothing and continues', async (t) => {
  harness = await startHarness({ engines: testEngines });
  t.after(() => harness.stop());
  const deps = await archiveDeps(harness);
  t.after(() => deps.stop());
  org = await harness.org({ credits: 10 });
  const { ids } = await endOldJobs(harness, org, { count: 4, monthsAgo: 4 });
  const views = new Map<string, unknown>();
  for (const id of ids) views.set(id, await view(id));
  const { system } = harness.database;
  const [ledger] = await system.query('select sum(amount) as sum from credit_ledger where org_id = $1', [org.orgId]);
  const parts = async (state: string): Promise<number> =>
    (await system.query('select 1 from archive_parts where state = $1', [state])).length;
  const listKeys = async (): Promise<string[]> => {
    const keys: string[] = [];
    for await (const { key } of deps.storage.list(archivePrefix(org.orgId))) keys.push(key);
    return keys.sort();
  };
  const moments: [string, () => Promise<boolean>][] = [
    ['a part that is being written', async () => (await parts('writing')) > 0],
    ['a file', async () => (await listKeys()).length > 0],
    ['a part that is done', async () => (await parts('ready')) > 0],
  ];
  for (const [what, seen] of moments) {
    const child = startChild();
    t.after(() => child.kill('SIGKILL'));
    await until(seen, what, 120_000);
    child.kill('SIGKILL');
    await once(child, 'exit');
    for (const id of ids) assert.deepEqual(await view(id), views.get(id), `after ${what}`);
    // The lease of a process that is gone ends by itself, minutes later.
    await system.run(`update archive_task set leased_until = '-infinity'`);
  }
  await archivePass(deps, { afterMonths: 1 });
  assert.equal((await system.query('select 1 from jobs where org_id = $1', [org.orgId])).length, 0);
  for (const id of ids) assert.deepEqual(await view(id), views.get(id));
  assert.deepEqual(await system.query('select sum(amount) as sum from credit_ledger where org_id = $1', [org.orgId]), [
    ledger,
  ]);
  const named = (await listAllParts(system)).flatMap(keysOf);
  assert.deepEqual(await listKeys(), named.toSorted(), 'no file is left over');
  assert.deepEqual((await verifyArchive(deps)).problems, []);
});

test('an archive whose database becomes read-only in the midst of it loses nothing, and continues when it is writable', async (t) => {
  harness = await startHarness({ engines: testEngines });
  t.after(() => harness.stop());
  const deps = await archiveDeps(harness);
  t.after(() => deps.stop());
  org = await harness.org({ credits: 10 });
  const { ids } = await endOldJobs(harness, org, { count: 4, monthsAgo: 4 });
  const views = new Map<string, unknown>();
  for (const id of ids) views.set(id, await view(id));
  const connect = async (): Promise<pg.Client> => {
    const client = new pg.Client({ connectionString: harness.databaseUrl, application_name: 'outside' });
    // The end of the database cuts it off.
    client.on('error', () => undefined);
    await client.connect();
    t.after(() => client.end());
    return client;
  };
  const [outside, holder] = [await connect(), await connect()];
  const count = async (text: string): Promise<number> => Number((await outside.query(text)).rows[0].count);
  /** As after a failover to a standby: every connection is cut, and new ones cannot write. */
  const setReadOnly = async (on: boolean): Promise<void> => {
    const { rows } = await outside.query('select current_database() as name');
    await outside.query(
      `alter database ${rows[0].name} ${on ? 'set default_transaction_read_only = on' : 'reset all'}`,
    );
    await outside.query(
      `select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and application_name <> 'outside'`,
    );
  };
  // The pass can write its files, and cannot take the job from the table.
  await holder.query('begin');
  await holder.query('select from jobs where id = $1 for update', [ids[0]]);
  const pass = archivePass(deps, { afterMonths: 1 }).then(
    () => undefined,
    (error: Error) => error,
  );
  await until(
    async () => (await count(`select count(*) from archive_parts where state = 'writing'`)) > 0,
    'a part',
    120_000,
  );
  await setReadOnly(true);
  await holder.query('rollback');
  assert.ok((await pass) instanceof Error, 'the pass says that it failed');
  assert.equal(await count(`select count(*) from archive_parts where state = 'ready'`), 0);
  assert.equal(await count(`select count(*) from jobs where id in (${ids.map((id) => `'${id}'`).join()})`), ids.length);
  await setReadOnly(false);
  await until(async () => (await org.request('GET', '/v1/agents/')).status === 200, 'the service', 120_000);
  for (const id of ids) assert.deepEqual(await view(id), views.get(id));
  await outside.query(`update archive_task set leased_until = '-infinity'`);
  await archivePass(deps, { afterMonths: 1 });
  assert.equal(await count(`select count(*) from jobs where id in (${ids.map((id) => `'${id}'`).join()})`), 0);
  for (const id of ids) assert.deepEqual(await view(id), views.get(id));
  assert.deepEqual((await verifyArchive(deps)).problems, []);
});

async function view(id: string): Promise<unknown> {
  const body = await org.expect(200, 'GET', `/v1/agents/jobs/${id}/`);
  const { archived: _, ...job } = body;
  return job;
}

const startChild = (): ChildProcess =>
  spawn(process.execPath, [join(import.meta.dirname, 'archive-child.ts'), harness.databaseUrl, harness.dataDir], {
    stdio: ['ignore', 'ignore', 'inherit'],
  });
