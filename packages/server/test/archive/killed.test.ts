import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { test } from 'node:test';
import { archivePass } from '#jobs/archive/archive-pass.ts';
import { archivePrefix } from '#jobs/archive/model.ts';
import { keysOf, listAllParts } from '#jobs/archive/store.ts';
import { verifyArchive } from '#jobs/archive/verify.ts';
import { testEngines } from '../engines.ts';
import { type Harness, startHarness, type TestOrg, until } from '../harness.ts';
import { archiveDeps, endOldJobs } from './fixtures.ts';

let harness: Harness;
let org: TestOrg;

test('an archive that is killed at any moment loses nothing, doubles nothing and goes on', async (t) => {
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

async function view(id: string): Promise<unknown> {
  const { status, body, text } = await org.request('GET', `/v1/agents/jobs/${id}/`);
  assert.equal(status, 200, text);
  const { archived: _, ...job } = body;
  return job;
}

const startChild = (): ChildProcess =>
  spawn(process.execPath, [join(import.meta.dirname, 'archive-child.ts'), harness.databaseUrl, harness.dataDir], {
    stdio: ['ignore', 'ignore', 'inherit'],
  });
