import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { test } from 'node:test';
import { isObjectSignedBy } from '@errand/proofs/signature.ts';
import { readFigures } from '#jobs/figures/figures.ts';
import { rollUp } from '#jobs/figures/roll-up.ts';
import { findWrongHours, RECOUNT } from '#jobs/figures/verify.ts';
import { dropEmptyMonths } from '#jobs/retention/partitions.ts';
import { sweepRetention } from '#jobs/retention/sweep.ts';
import { chainAudit } from '#orgs/audit-chain.ts';
import { idMs } from '#platform/ids.ts';
import { openStorage } from '#platform/storage/open-storage.ts';
import { createSecretBox } from '#secrets/box.ts';
import { createKeyring } from '#secrets/keyring.ts';
import { cutAudit } from '#signing/cut-audit.ts';
import { sealAudit } from '#signing/seal-audit.ts';
import { createSigner } from '#signing/signer.ts';
import { verifyAudit } from '#signing/verify-audit.ts';
import { readConfig } from '../../src/config/config.ts';
import { erasers } from '../../src/registry/domains.ts';
import { testEngines } from '../engines.ts';
import { SECRET_KEY, startHarness, stopAtEnd, type TestOrg, until } from '../harness.ts';
import { createAgent, startJob, untilFinal } from '../runs.ts';

const harness = stopAtEnd(await startHarness({ engines: testEngines }));
const { database, dataDir } = harness;
const keyring = createKeyring({ secretKey: SECRET_KEY, previousKeys: [], jwtSecret: undefined, dataDir });
const signer = createSigner({ database, box: createSecretBox(database.system, keyring) });
const { storage, storageTimeoutMs } = readConfig({ ERRAND_DATA_DIR: dataDir });
const deps = { database, signer, erasers, storage: await openStorage(storage, storageTimeoutMs) };

const FOREVER = { jobs_days: null, evidence_days: null, steps_days: null, audit_days: null };

async function setRetention(org: TestOrg, days: Partial<typeof FOREVER> | Record<string, number>): Promise<void> {
  await org.expect(200, 'PUT', `/v1/organizations/${org.orgId}/retention/`, { ...FOREVER, ...days });
}

/** Jobs that the figures have counted and that ended so long ago. */
async function endJobs(org: TestOrg, count: number, daysAgo: number): Promise<string[]> {
  const agent = await createAgent(org, 'StepsEngine', { inputs: [{ key: 'text', required: false }] });
  const ids: string[] = [];
  for (let index = 0; index < count; index += 1) {
    const id = await startJob(org, agent.id, { text: `job ${index}` });
    await untilFinal(org, id);
    ids.push(id);
  }
  const { system } = harness.database;
  await until(async () => {
    await rollUp(system);
    const [mark] = await system.query<{ counted: boolean }>(
      `select through > (select max(finished_at) from job_results where job_id = any($1)) as counted from job_figures_mark
       where through > '-infinity'`,
      [ids],
    );
    return mark?.counted;
  }, 'the figures');
  await system.run(
    `update job_results set finished_at = now() - make_interval(days => $2) where job_id = any($1::uuid[])`,
    [ids, daysAgo],
  );
  // The sweep begins where the first job of the organization was accepted.
  await system.run(
    `insert into jobs (id, org_id, agent_id, version_id, origin, inputs, cache_outcome, timeout_seconds, created_at)
     select errand_first_id(at), $1::uuid, gen_random_uuid(), gen_random_uuid(), 'api', '[]', 'miss', 60, at
     from (select now() - make_interval(days => $2) as at) first`,
    [org.orgId, daysAgo + 1],
  );
  return ids;
}

const count = async (table: string, ids: string[], column = 'job_id'): Promise<number> =>
  (
    await harness.database.system.query<{ count: number }>(
      `select count(*) as count from ${table} where ${column} = any($1::uuid[])`,
      [ids],
    )
  )[0]!.count;

test('each kind is deleted after its days, held jobs stay, figures stay right, and every deletion has a certificate', async () => {
  const org = await harness.org();
  const ids = await endJobs(org, 3, 40);
  const [held, ...others] = ids as [string, ...string[]];
  const hour = Math.floor(idMs(held) / 3_600_000) * 3_600_000;
  const wanted = {
    span: { from: hour, to: hour + 3_600_000 },
    bucketSeconds: 3_600,
    by: 'agent_id',
    times: 'none',
  } as const;
  const figures = async () => {
    const { counts } = await readFigures(harness.database.tenant(org.orgId), org.orgId, wanted);
    return counts.map(({ succeeded, cost, input_tokens }) => ({ succeeded, cost, input_tokens }));
  };
  const before = await figures();
  await org.expect(201, 'POST', `/v1/agents/jobs/${held}/hold/`, { reason: 'A dispute is open.' });

  await setRetention(org, { evidence_days: 30, steps_days: 60 });
  await sweepRetention(deps);
  assert.deepEqual([await count('job_artifacts', others), await count('job_references', others)], [0, 0]);
  assert.ok((await count('job_artifacts', [held])) > 0, 'the held job has its evidence');
  assert.ok((await count('job_steps', others)) > 0, 'steps are kept for longer');
  await setRetention(org, { steps_days: 30 });
  await sweepRetention(deps);
  assert.equal(await count('job_steps', others), 0);
  await setRetention(org, { jobs_days: 30 });
  await sweepRetention(deps);
  assert.deepEqual([await count('jobs', ids, 'id'), await count('job_results', ids)], [1, 1]);
  assert.equal((await org.request('GET', `/v1/agents/jobs/${others[0]}/`)).status, 404);
  const agentId = (await org.request('GET', `/v1/agents/jobs/${held}/`)).body.agent_id;
  assert.equal((await org.request('GET', `/v1/agents/${agentId}/jobs/`)).body.count, 1, 'deleted jobs are not counted');
  assert.deepEqual(await figures(), before);
  assert.deepEqual(await findWrongHours(harness.database.system, 100), []);

  await org.expect(204, 'DELETE', `/v1/agents/jobs/${held}/hold/`);
  await sweepRetention(deps);
  assert.equal(await count('jobs', ids, 'id'), 0, 'what is no longer held goes too');
  for (const statement of RECOUNT) await harness.database.system.run(statement);
  while (await rollUp(harness.database.system));
  assert.deepEqual(await figures(), before, 'also after everything is counted again');

  const { body } = await org.request('GET', `/v1/organizations/${org.orgId}/certificates/`);
  const { body: key } = await org.request('GET', `/v1/organizations/${org.orgId}/signing-key/`);
  assert.ok(body.results.every((one: any) => isObjectSignedBy(one, key.public_key) && one.reason === 'retention'));
  const jobs = body.results.filter((one: any) => one.removed.some(({ kind }: any) => kind === 'jobs'));
  assert.deepEqual(jobs.flatMap((one: any) => one.job_ids).sort(), ids);
});

/** Finished jobs like this one, as many as there would be on a busy day. */
async function copyJob(id: string, copies: number): Promise<string[]> {
  const rows = await harness.database.system.query<{ id: string }>(
    `with made as materialized (
       select errand_new_id(r.finished_at) as id, r.job_id as source from job_results r, generate_series(1, $2::int)
       where r.job_id = $1::uuid
     ),
     inserted as (
       insert into jobs (id, org_id, agent_id, version_id, origin, inputs, cache_outcome, timeout_seconds, created_at)
       select m.id, j.org_id, j.agent_id, j.version_id, j.origin, j.inputs, j.cache_outcome, j.timeout_seconds, j.created_at
       from made m join jobs j on j.id = m.source
     ),
     ended as (
       insert into job_results (job_id, org_id, agent_id, status, events, finished_at)
       select m.id, r.org_id, r.agent_id, r.status, r.events, r.finished_at
       from made m join job_results r on r.job_id = m.source
     )
     select id from made order by id`,
    [id, copies],
  );
  return rows.map((row) => row.id);
}

test('a sweep of many jobs that is killed leaves whole batches, continues later, and obeys a hold that comes meanwhile', async (t) => {
  const org = await harness.org();
  const [first] = await endJobs(org, 1, 30);
  const ids = [first!, ...(await copyJob(first!, 349))].sort();
  await setRetention(org, { jobs_days: 10 });
  const left = (): Promise<number> => count('jobs', ids, 'id');
  const [blocked, held] = [ids[150]!, ids[250]!];
  // Somebody has a row of the second batch: the sweep waits for it in the middle of its transaction.
  const gate = Promise.withResolvers<void>();
  const locked = Promise.withResolvers<void>();
  const holder = harness.database.system.tx(async (tx) => {
    await tx.query('select 1 from job_results where job_id = $1::uuid for update', [blocked]);
    locked.resolve();
    await gate.promise;
  });
  await locked.promise;
  const child = spawn(process.execPath, [new URL('./sweep-child.ts', import.meta.url).pathname], {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: {
      PATH: process.env.PATH,
      NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
      DATABASE_URL: harness.databaseUrl,
      ERRAND_DATA_DIR: harness.dataDir,
      SECRET_KEY,
    },
  });
  t.after(() => child.kill('SIGKILL'));
  await until(async () => (await left()) === 250, 'the first batch', 60_000);
  await until(isBlocked, 'the second batch to wait', 60_000);
  child.kill('SIGKILL');
  await once(child, 'exit');
  gate.resolve();
  await holder;
  await until(async () => !(await isBlocked()), 'the end of the dead transaction');
  assert.equal(await left(), 250, 'nothing of the second batch is gone');
  // A hold that is being placed when the sweep comes to its job.
  const placing = Promise.withResolvers<void>();
  const placed = Promise.withResolvers<void>();
  const hold = harness.database.system.tx(async (tx) => {
    await tx.query('select 1 from job_results where job_id = $1::uuid for update', [held]);
    await tx.run(
      `insert into job_holds (job_id, org_id, reason, placed_by, placed_at) values ($1, $2, 'court', '{}', now())`,
      [held, org.orgId],
    );
    placed.resolve();
    await placing.promise;
  });
  await placed.promise;
  const sweeping = sweepRetention(deps);
  await until(isBlocked, 'the sweep to wait for the hold', 60_000);
  placing.resolve();
  await hold;
  await sweeping;
  await sweepRetention(deps);
  assert.equal(await left(), 1);
  assert.equal(await count('jobs', [held], 'id'), 1, 'the held job is there');
  const { results } = (await org.request('GET', `/v1/organizations/${org.orgId}/certificates/?page_size=100`)).body;
  const certified = results.flatMap((one: any) => one.job_ids);
  assert.equal(certified.filter((id: string) => ids.includes(id)).length, 349, 'each job is in one certificate');
  assert.ok(
    results.every((one: any) => one.job_ids.length <= 100),
    'no batch is larger',
  );
});

/** A statement on the results waits for a lock of somebody else. */
async function isBlocked(): Promise<boolean> {
  const [row] = await harness.database.system.query<{ count: number }>(
    `select count(*)::int as count from pg_stat_activity
     where datname = current_database() and wait_event_type = 'Lock' and query like '%job_results%'`,
  );
  return row!.count > 0;
}

test('the data of a held job is not deleted by hand; without the hold the answer is a certificate', async () => {
  const org = await harness.org();
  const [jobId] = await endJobs(org, 1, 1);
  const hold = (reason: string) => org.request('POST', `/v1/agents/jobs/${jobId}/hold/`, { reason });
  await hold('A dispute is open.');
  assert.equal((await hold('A dispute is open.')).status, 201, 'the same again');
  assert.equal((await hold('Another reason.')).status, 409);
  const refused = await org.expect(409, 'POST', `/v1/agents/jobs/${jobId}/delete-data/`);
  assert.match(refused.error, /^The job is held: A dispute is open\./);
  assert.ok((await count('job_steps', [jobId!])) > 0);
  const job = await org.request('GET', `/v1/agents/jobs/${jobId}/`);
  assert.equal(job.body.hold.reason, 'A dispute is open.');
  assert.equal((await org.request('GET', `/v1/organizations/${org.orgId}/holds/`)).body.results[0].job_id, jobId);

  await org.request('DELETE', `/v1/agents/jobs/${jobId}/hold/`);
  assert.equal((await org.request('DELETE', `/v1/agents/jobs/${jobId}/hold/`)).status, 404);
  const { body } = await org.request('POST', `/v1/agents/jobs/${jobId}/delete-data/`);
  const { body: key } = await org.request('GET', `/v1/organizations/${org.orgId}/signing-key/`);
  assert.ok(isObjectSignedBy(body.certificate, key.public_key));
  assert.deepEqual([body.certificate.job_id, body.certificate.reason], [jobId, 'request']);
  assert.ok(body.certificate.removed.some(({ kind }: any) => kind === 'steps'));
  const again = await org.request('POST', `/v1/agents/jobs/${jobId}/delete-data/`);
  assert.deepEqual(again.body.certificate, body.certificate);
  assert.equal((await hold('Too late.')).status, 409);
});

test('periods are whole days, set by administrators', async () => {
  const org = await harness.org();
  const path = `/v1/organizations/${org.orgId}/retention/`;
  assert.deepEqual((await org.request('GET', path)).body, FOREVER);
  for (const wrong of [{ ...FOREVER, jobs_days: 0 }, { ...FOREVER, jobs_days: 1.5 }, { jobs_days: 5 }])
    assert.equal((await org.request('PUT', path, wrong)).status, 400, JSON.stringify(wrong));
});

test('a month without jobs is dropped, one with a job is not', async () => {
  const { system } = harness.database;
  const bounds = (month: string, next: string) =>
    `from (errand_first_id('${month}-01T00:00Z')) to (errand_first_id('${next}-01T00:00Z'))`;
  for (const parent of ['jobs', 'job_results']) {
    await system.run(`create table ${parent}_202001 partition of ${parent} for values ${bounds('2020-01', '2020-02')}`);
    await system.run(`create table ${parent}_202002 partition of ${parent} for values ${bounds('2020-02', '2020-03')}`);
  }
  await system.run(
    `insert into jobs (id, org_id, agent_id, version_id, origin, inputs, cache_outcome, timeout_seconds, created_at)
     values (errand_first_id('2020-02-10T00:00Z'), gen_random_uuid(), gen_random_uuid(), gen_random_uuid(), 'api', '[]', 'miss', 60, now())`,
  );
  assert.deepEqual(await dropEmptyMonths(system), ['job_results_202001', 'job_results_202002', 'jobs_202001']);
  assert.deepEqual(await dropEmptyMonths(system), []);
});

test('the audit log is a chain: it names what was altered or removed by hand, and retention signs what it removes', async () => {
  const { system } = harness.database;
  const org = await harness.org();
  for (let index = 0; index < 6; index += 1) await org.request('POST', '/v1/agents/tags/', { name: `tag ${index}` });
  const chained = () =>
    until(async () => {
      await chainAudit(system);
      return (await verifyAudit(system, org.orgId)).unchained === 0;
    }, 'the chain');
  await chained();
  await system.run(`update audit_heads set sealed_at = null, sealed_seq = 0 where org_id = $1`, [org.orgId]);
  await sealAudit(system, deps.signer);
  await chained();
  const good = await verifyAudit(system, org.orgId);
  assert.deepEqual(good.problems, []);
  assert.ok(good.entries >= 6);

  const { body: page } = await org.request('GET', `/v1/organizations/${org.orgId}/audit/`);
  assert.ok(page.results.every((entry: any) => entry.hash.length === 64 && entry.previous_hash.length === 64));
  const head = await org.request('GET', `/v1/organizations/${org.orgId}/audit/head/`);
  assert.equal(head.body.seq, good.entries);
  const { body: key } = await org.request('GET', `/v1/organizations/${org.orgId}/signing-key/`);
  assert.ok(isObjectSignedBy(head.body, key.public_key));

  async function whileHarmed(harm: string, problem: RegExp): Promise<void> {
    const undone = harness.database.system.tx(async (tx) => {
      await tx.run(harm, [org.orgId]);
      assert.match((await verifyAudit(tx, org.orgId)).problems.join('\n'), problem, harm);
      throw new Error('undone');
    });
    await assert.rejects(undone, /undone/);
  }
  const third = 'where org_id = $1 and seq = 3';
  await whileHarmed(`update audit_log set action = 'tag.deleted' ${third}`, /^Entry 3 \(.*\) was altered/);
  await whileHarmed(`update audit_log set at = at - interval '1 second' ${third}`, /^Entry 3 .* was altered/);
  await whileHarmed(`delete from audit_log ${third}`, /^Entry 3 is missing/);
  await whileHarmed('delete from audit_log where org_id = $1 and seq <= 2', /before number 3 are missing/);
  await whileHarmed(`delete from audit_log where org_id = $1 and seq > 4`, /after number 4 are missing/);

  await system.run(`update audit_log set at = at - interval '40 days' where org_id = $1 and seq <= 3`, [org.orgId]);
  // What was altered on purpose above gets its hashes again, as if it had been written then.
  await system.run('update audit_log set seq = null, hash = null, previous_hash = null where org_id = $1', [org.orgId]);
  await system.run('delete from audit_seals where org_id = $1', [org.orgId]);
  await system.run(`update audit_heads set seq = 0, hash = repeat('0', 64), sealed_seq = 0 where org_id = $1`, [
    org.orgId,
  ]);
  await chained();
  await setRetention(org, { audit_days: 30 });
  assert.equal(await cutAudit(system, deps.signer), 3);
  await chained();
  assert.deepEqual((await verifyAudit(system, org.orgId)).problems, []);
  await whileHarmed('delete from audit_seals where org_id = $1', /before number 4 are missing/);
  const actions = (await org.request('GET', `/v1/organizations/${org.orgId}/audit/?action=audit.cut`)).body.results;
  assert.equal(actions[0].detail.entries, 3);
});
