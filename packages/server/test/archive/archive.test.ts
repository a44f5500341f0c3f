import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { createArchive } from '#jobs/archive/archive.ts';
import { archivePass } from '#jobs/archive/archive-pass.ts';
import { archivePrefix } from '#jobs/archive/model.ts';
import { verifyArchive } from '#jobs/archive/verify.ts';
import { findWrongBalances } from '#jobs/queue/invariants.ts';
import { sweepRetention } from '#jobs/retention/sweep.ts';
import { erasers } from '../../src/registry/domains.ts';
import { testEngines } from '../engines.ts';
import { pluck, startHarness, stopAtEnd } from '../harness.ts';
import { startJob, untilFinal } from '../runs.ts';
import { failSql, rowsOf } from '../workspace/workspace.ts';
import { archiveDeps, endOldJobs, signerOf } from './fixtures.ts';

const pass = (options: object = {}) => archivePass(deps, { afterMonths: 1, ...options });
const get = async (path: string) => {
  return org.expect(200, 'GET', path);
};
const view = (id: string) => get(`/v1/agents/jobs/${id}/`);
const count = async (table: string): Promise<number> =>
  (
    await harness.database.system.query<{ count: number }>(`select count(*) as count from ${table} where org_id = $1`, [
      org.orgId,
    ])
  )[0]!.count;

async function archiveFiles(of = org): Promise<string[]> {
  const keys: string[] = [];
  for await (const { key } of deps.storage.list(archivePrefix(of.orgId))) keys.push(key);
  return keys.sort();
}

const harness = stopAtEnd(await startHarness({ engines: testEngines, env: { ERRAND_SQL_WARM: '2' } }));
const deps = stopAtEnd(await archiveDeps(harness));
const org = await harness.org({ credits: 100 });
const old = await endOldJobs(harness, org, { count: 5, monthsAgo: 3 });
await harness.database.system.run(
  `insert into batches (id, org_id, agent_id, version_id, origin, total)
   select $1::uuid, org_id, agent_id, version_id, 'api', 2 from jobs where id = $1::uuid`,
  [old.ids[0]],
);
await harness.database.system.run(
  `update jobs set batch_id = $1::uuid, batch_index = case when id = $1::uuid then 0 else 1 end where id in ($1::uuid, $2::uuid)`,
  [old.ids[0], old.ids[1]],
);
const views = new Map();
for (const id of old.ids) views.set(id, await view(id));

test('nothing is archived while a process of the previous release runs, which would not find it', async () => {
  const { system } = harness.database;
  await system.run(`insert into workers values (gen_random_uuid(), 'older', 7, 'worker', 1, '0.0.9')`);
  const done = await pass();
  await system.run(`delete from workers where host = 'older'`);
  assert.deepEqual([done?.waitsFor, done?.jobs], [['older (process 7)'], 0]);
  assert.deepEqual(await archiveFiles(), []);
});

test('a job of a closed month leaves the tables and reads as before, marked as archived', async () => {
  const balance = await get(`/v1/credits/`).catch(() => undefined);
  const ledger = await harness.database.system.query('select sum(amount) as sum from credit_ledger where org_id = $1', [
    org.orgId,
  ]);
  const done = await pass({ partRowsMax: 3 });
  assert.deepEqual({ parts: done?.parts, jobs: done?.jobs }, { parts: 2, jobs: 5 });
  for (const table of ['jobs', 'job_results', 'job_steps']) assert.equal(await count(table), 0, table);
  for (const id of old.ids.slice(2, 4)) {
    const { archived, ...same } = await view(id);
    assert.equal(archived, true);
    assert.deepEqual(same, views.get(id));
    assert.ok(same.steps.length > 0);
  }
  assert.deepEqual(
    await harness.database.system.query('select sum(amount) as sum from credit_ledger where org_id = $1', [org.orgId]),
    ledger,
  );
  assert.deepEqual(await findWrongBalances(harness.database.system), []);
  assert.deepEqual(await get(`/v1/credits/`).catch(() => undefined), balance);
});

test('results, states, single steps and events of an archived job are answered', async () => {
  const [id] = old.ids as [string];
  const result = await get(`/v1/agents/jobs/${id}/result/`);
  assert.equal(result.archived, true);
  assert.deepEqual(result.outputs, views.get(id).outputs);
  assert.equal((await get(`/v1/agents/jobs/${id}/status/`)).status, 3);
  assert.equal((await get(`/v1/agents/jobs/${id}/steps/1/`)).seq, 1);
  const events = await org.request('GET', `/v1/agents/jobs/${id}/events/`);
  assert.match(events.text, /event: step.*event: end/s);
  assert.equal((await get(`/v1/agents/jobs/${id.toUpperCase()}/`)).id, id);
  assert.equal((await org.request('GET', `/v1/agents/jobs/${id}/artifacts/`)).status, 200);
  const statuses = await org.request('POST', '/v1/agents/jobs/statuses/', { job_ids: old.ids });
  assert.deepEqual(
    statuses.body.map((one: any) => one.status),
    old.ids.map(() => 3),
    statuses.text,
  );
  const results = await org.request('POST', '/v1/agents/jobs/results/', { job_ids: old.ids });
  assert.ok(
    results.body.every((one: any) => one.result.length > 0),
    results.text,
  );
});

test('lists continue from the tables into the archive', async () => {
  const fresh = await startJob(org, old.agentId, { text: 'new' });
  await untilFinal(org, fresh);
  const wanted = [fresh, ...old.ids.toReversed()];
  const seen: string[] = [];
  for (let cursor: string | null = ''; cursor !== null; ) {
    const page: any = await get(`/v1/agents/jobs/?page_size=2${cursor === '' ? '' : `&cursor=${cursor}`}`);
    for (const { id, archived } of page.results) {
      assert.equal(archived ?? false, id !== fresh);
      seen.push(id);
    }
    cursor = page.next_cursor;
  }
  assert.deepEqual(seen, wanted);
  const found = await get(`/v1/agents/jobs/?job_inputs=${encodeURIComponent('"job" 3')}`);
  assert.deepEqual(pluck(found.results, 'id'), [old.ids[3]]);
  const pages = [1, 2, 3].map((page) => get(`/v1/agents/${old.agentId}/jobs/?page_size=2&page=${page}`));
  const ids = (await Promise.all(pages)).flatMap(({ results }) => results.map((one: any) => one.id));
  assert.deepEqual(ids, wanted);
  const filtered = await get(`/v1/agents/${old.agentId}/jobs/?status_code=3`);
  assert.equal(filtered.archived_left_out, 5);
});

test('counts of the tables alone say from when on jobs are archived', async () => {
  const summary = await get('/v1/agents/jobs/summary/?status_code=3');
  assert.deepEqual([summary.count, summary.complete], [1, false]);
  const moments = [
    summary,
    await get('/v1/agents/jobs/facets/?status_code=3'),
    await get(`/v1/organizations/${org.orgId}/costs/?by=metadata.case&created_from=${summary.searched_to}`),
    await get(`/v1/agents/jobs/errors/?created_from=${summary.searched_to}`),
    (await org.request('POST', '/v1/agents/bulk/', { kind: 'export', filter: { status_code: '3' } })).body,
  ].map((answer) => answer.searched_to);
  assert.deepEqual(new Set(moments), new Set([summary.searched_to]), JSON.stringify(moments));
  const recent = `created_from=${new Date(Date.now() - 3_600_000).toISOString()}`;
  const exact = await get(`/v1/agents/jobs/summary/?status_code=3&${recent}`);
  assert.deepEqual([exact.count, exact.complete, exact.searched_to], [1, true, null]);
  assert.equal((await get('/v1/agents/jobs/summary/?status_code=1')).complete, true, 'archived jobs have ended');
});

test('an action on jobs that are named takes archived ones along', async () => {
  const [id] = old.ids as [string];
  const planned = await org.request('POST', '/v1/agents/bulk/', { kind: 'export', job_ids: [id.toUpperCase()] });
  assert.deepEqual([planned.status, planned.body.total, planned.body.searched_to], [201, 1, null], planned.text);
  assert.equal((await pass())?.jobs, 1);
});

test('the organization sees which months are archived', async () => {
  const { after_months: after, months } = await get(`/v1/organizations/${org.orgId}/archive/`);
  assert.equal(after, 12);
  assert.deepEqual(pluck(months, 'jobs', 'damaged'), [[5, false]]);
});

test('a batch is counted and read with its archived jobs', async () => {
  const [id] = old.ids as [string];
  const batch = await get(`/v1/agents/batches/${id}/`);
  assert.deepEqual([batch.counts.success, batch.left_out], [2, undefined]);
  const lines = (await org.request('GET', `/v1/agents/batches/${id}/results/`)).text.trim().split('\n');
  assert.deepEqual(
    lines.map((line) => JSON.parse(line).job_id),
    old.ids.slice(0, 2),
  );
  assert.equal((await get('/v1/agents/batches/')).results[0].left_out, 2);
});

test('another organization sees nothing of it', async () => {
  const stranger = await harness.org();
  const [id] = old.ids;
  assert.equal((await stranger.request('GET', `/v1/agents/jobs/${id}/`)).status, 404);
  assert.deepEqual((await stranger.request('GET', '/v1/agents/jobs/')).body.results, []);
});

test('changing an archived job brings it back, and the archive takes it again', async () => {
  const id = old.ids[1]!;
  const retried = await org.expect(201, 'POST', `/v1/agents/jobs/${id}/retry/`, {});
  await untilFinal(org, retried);
  const { archived, retried_as: again, ...same } = await view(id);
  assert.equal(archived, undefined);
  assert.deepEqual(again, [retried]);
  const { retried_as: _, ...before } = views.get(id);
  assert.deepEqual(same, before);
  assert.equal((await pass())?.jobs, 1);
  assert.equal((await view(id)).archived, true);
  assert.deepEqual((await view(id)).retried_as, [retried]);
});

test('deleting the data of an archived job leaves no file that has it', async () => {
  const id = old.ids[2]!;
  const secret = `"job" 2, with a comma`;
  assert.ok(JSON.stringify(await view(id)).includes(JSON.stringify(secret).slice(1, -1)));
  const before = await archiveFiles();
  const deleted = await org.request('POST', `/v1/agents/jobs/${id}/delete-data/`);
  assert.equal(deleted.status, 200, deleted.text);
  assert.ok(
    deleted.body.certificate.removed.some((one: any) => one.kind === 'steps' && one.count > 0),
    deleted.text,
  );
  const after = await archiveFiles();
  assert.ok(before.some((key) => !after.includes(key)));
  assert.equal((await pass())?.jobs, 1);
  const again = await view(id);
  assert.equal(again.archived, true);
  assert.equal(again.job_inputs[0].value, '[deleted]');
  assert.deepEqual([again.outputs, again.steps], [[], []]);
});

test('a held job stays in the tables, and holding an archived one brings it back', async () => {
  const id = old.ids[3]!;
  assert.equal((await org.request('POST', `/v1/agents/jobs/${id}/hold/`, { reason: 'a dispute' })).status, 201);
  assert.equal((await pass())?.jobs, 0);
  assert.equal((await view(id)).archived, undefined);
  assert.equal((await org.request('POST', `/v1/agents/jobs/${id}/delete-data/`)).status, 409);
  assert.equal((await org.request('DELETE', `/v1/agents/jobs/${id}/hold/`)).status, 204);
  assert.equal((await pass())?.jobs, 1);
});

test('retention reaches the archive, with certificates', async () => {
  const other = await harness.org();
  const jobs = await endOldJobs(harness, other, { count: 2, monthsAgo: 5 });
  assert.equal((await pass())?.jobs, 2);
  const days = { jobs_days: 60, evidence_days: null, steps_days: null, audit_days: null };
  assert.equal((await other.request('PUT', `/v1/organizations/${other.orgId}/retention/`, days)).status, 200);
  const archive = createArchive(deps);
  assert.equal(await archive.bringBackExpired(() => false), 2);
  await sweepRetention({ ...deps, signer: signerOf(harness), erasers });
  for (const id of jobs.ids) assert.equal((await other.request('GET', `/v1/agents/jobs/${id}/`)).status, 404);
  const { body } = await other.request('GET', `/v1/organizations/${other.orgId}/certificates/`);
  assert.deepEqual(body.results.flatMap((one: any) => one.job_ids).sort(), jobs.ids.toSorted());
  assert.deepEqual(await archiveFiles(other), []);
});

test('queries see jobs, steps, outputs, costs and deliveries of the tables and of the archive', async () => {
  const sql = (text: string): Promise<any[][]> => rowsOf(org, text);
  const wanted = { live: await count('jobs'), archived: old.ids.length };
  assert.deepEqual(await sql('select archived, count(*) as n from errand.jobs group by 1 order by 1'), [
    [false, wanted.live],
    [true, wanted.archived],
  ]);
  const [id] = old.ids as [string];
  const seen = views.get(id);
  const [row = []] = await sql(`select status, created_at, cost, agent_id, inputs from errand.jobs where id = '${id}'`);
  assert.deepEqual([row[0], row[3]], ['success', old.agentId]);
  assert.equal(new Date(`${String(row[1]).replace(' ', 'T')}Z`).toISOString(), seen.created_at);
  assert.equal(Number(row[2]), seen.cost);
  assert.match(row[4], /with a comma/);
  assert.deepEqual(
    await sql(`select seq, name, archived from errand.steps where job_id = '${id}' order by seq`),
    seen.steps.map((step: any) => [step.seq, step.name, true]),
  );
  assert.deepEqual(
    await sql(
      `select o.key, o.value from errand.outputs o join errand.jobs j on j.id = o.job_id where j.id = '${id}' order by position`,
    ),
    seen.outputs.map((output: any) => [output.key, output.value]),
  );
  const [sums = []] = await sql('select (select sum(cost) from errand.costs), (select sum(cost) from errand.jobs)');
  assert.equal(sums[0], sums[1]);
  const before = new Date(Date.now() - 40 * 86_400_000).toISOString().slice(0, 10);
  assert.deepEqual(await sql(`select count(*) from errand.jobs where created_at < '${before}'`), [[wanted.archived]]);
  assert.deepEqual(await sql(`select count(*) from errand.jobs where created_at >= '${before}'`), [[wanted.live]]);
  assert.deepEqual(await sql('select count(*) from errand.deliveries'), [[0]]);
  const stranger = await harness.org();
  assert.deepEqual(await rowsOf(stranger, 'select count(*) from errand.jobs'), [[0]]);
  assert.deepEqual((await sql('describe errand.costs')).at(4), ['model', 'Nullable(String)']);
  assert.match(await failSql(org, 'select * from errand.users'), /There is no table/);
  assert.match(await failSql(org, 'select nothing from errand.jobs'), /nothing/);
});

test('a missing file is an error that names what to do, and never an empty list', async () => {
  const keys = await archiveFiles();
  const content = new Map<string, Buffer>();
  for (const key of keys.filter((one) => /jobs-/.test(one))) {
    content.set(key, await readFile(join(harness.dataDir, 'storage', key)));
    await deps.storage.delete(key);
  }
  const one = await org.request('GET', `/v1/agents/jobs/${old.ids[0]}/`);
  assert.deepEqual([one.status, one.body.code], [500, 'errand.archive.damaged'], one.text);
  const list = await org.request('GET', '/v1/agents/jobs/?page_size=50');
  assert.deepEqual([list.status, list.body.code], [500, 'errand.archive.damaged']);
  const query = await org.request('POST', '/v1/database/query/', { query: 'select count(*) from errand.jobs' });
  assert.ok(query.status >= 400 && /archive verify/.test(query.text), query.text);
  const verified = await verifyArchive(deps);
  assert.deepEqual(verified.problems.map(({ key }) => key).sort(), [...content.keys()].sort());
  const problems = await harness.database.system.query<{ problem: string }>(
    'select problem from archive_parts where problem is not null',
  );
  assert.match(problems[0]!.problem, /jobs-.*\.parquet is not in storage/);
  await harness.database.system.run(
    `update archive_parts set problem = null, verified_at = now() - interval '2 days' where org_id = $1`,
    [org.orgId],
  );
  await pass();
  const [told] = await harness.database.system.query<{ count: number }>(
    'select count(*) as count from archive_parts where problem is not null',
  );
  assert.ok(told!.count > 0, 'a pass tells of a missing file that nobody has asked for');
  for (const [key, bytes] of content) await deps.storage.put(key, bytes);
  assert.equal((await view(old.ids[0]!)).archived, true);
  assert.deepEqual((await verifyArchive(deps)).problems, []);
});
