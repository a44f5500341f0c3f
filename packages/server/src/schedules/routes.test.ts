import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { findLink } from '#orgs/actor.ts';
import { testEngines } from '../../test/engines.ts';
import { pluck, startHarness, stopAtEnd, until } from '../../test/harness.ts';
import { createAgent, createVersion, getJob, untilFinal } from '../../test/runs.ts';
import { pauseOrganization } from '../operator/organizations.ts';
import { claimNow } from './claim-due.ts';
import { findRun, lockSchedule } from './store.ts';

const harness = stopAtEnd(await startHarness({ engines: testEngines }));
const org = await harness.org();
const agent = await createAgent(org, 'EchoEngine', { inputs: [{ key: 'text' }] });

const yearly = { name: 'A schedule', cron: '0 0 1 1 *', inputs: { text: 'hello' } };

async function create(body: Record<string, unknown> = {}, by = org): Promise<any> {
  return by.expect(201, 'POST', '/v1/schedules/', { agent_id: agent.id, ...yearly, ...body });
}
const refused = async (body: Record<string, unknown>): Promise<any> => {
  return org.expect(400, 'POST', '/v1/schedules/', { agent_id: agent.id, ...yearly, ...body });
};
const runsOf = async (id: string): Promise<any[]> =>
  (await org.request('GET', `/v1/schedules/${id}/runs/`)).body.results;
/** Makes a schedule due, as if its time had come. */
const makeDue = (id: string, ago = '0 s'): Promise<number> =>
  harness.database.system.run(
    `update schedules set next_at = date_trunc('milliseconds', now()) - $2::interval, anchor_at = date_trunc('milliseconds', now()) - $2::interval where id = $1`,
    [id, ago],
  );

describe('settings', () => {
  test('a new schedule has defaults, a next time and no run yet', async () => {
    const schedule = await create({ cron: '30 7 * * *', timezone: 'Europe/Berlin', metadata: { team: 'a' } });
    const { id, created_at, updated_at, next_at, created_by, ...rest } = schedule;
    assert.ok(id && created_at && updated_at && Number.isInteger(created_by));
    assert.ok(Date.parse(next_at) > Date.now());
    assert.deepEqual(rest, {
      name: 'A schedule',
      agent_id: agent.id,
      agent_version_id: null,
      cron: '30 7 * * *',
      every_seconds: null,
      timezone: 'Europe/Berlin',
      inputs: { text: 'hello' },
      metadata: { team: 'a' },
      enabled: true,
      disabled_reason: null,
      catch_up: 'none',
      overlap: 'skip',
      max_cost_per_run: null,
      last_run: null,
    });
    const { body } = await org.request('GET', `/v1/schedules/${id}/next/`);
    assert.equal(body.times.length, 5);
    assert.equal(body.times[0], next_at);
    const two = await org.request('GET', `/v1/schedules/${id}/next/?count=2`);
    assert.deepEqual(two.body.times, body.times.slice(0, 2));
    assert.equal((await org.request('GET', `/v1/schedules/${id}/next/?count=0`)).status, 400);
  });

  test('what cannot be is refused by its field, with what to do', async () => {
    assert.match((await refused({ timezone: 'Europe/Berln' })).timezone[0], /Did you mean 'Europe\/Berlin'/);
    assert.match((await refused({ cron: '0 0 30 2 *' })).cron[0], /never run/);
    assert.match((await refused({ cron: 'every day' })).cron[0], /Cannot be read: .*such as 30 7/);
    assert.match((await refused({ every_seconds: 60 })).cron[0], /not both/);
    assert.match((await refused({ cron: null })).cron[0], /cron or every_seconds/);
    assert.ok((await refused({ cron: null, every_seconds: 0 })).every_seconds);
    assert.match((await refused({ inputs: {} })).inputs[0], /Required input 'text'/);
    assert.ok((await refused({ agent_id: '01980a6e-7c3f-7b52-9d0e-6f1f5a2b3c4d' })).agent_id);
    assert.ok((await refused({ agent_id: agent.versionId })).agent_id, 'the id of a version is none of an agent');
    assert.ok((await refused({ agent_version_id: agent.id })).agent_version_id);
    assert.ok((await refused({ overlap: 'allow' })).overlap);
    assert.ok((await refused({ max_cost_per_run: 0 })).max_cost_per_run);
    assert.ok((await refused({ name: ' ' })).name);
    const other = await harness.org({ name: 'Other' });
    const foreign = await createAgent(other, 'EchoEngine');
    assert.ok((await refused({ agent_id: foreign.id })).agent_id);
  });

  test('a change keeps what it does not name; a period replaces a pattern; off means no next time', async () => {
    const { id } = await create();
    const path = `/v1/schedules/${id}/`;
    const period = (await org.request('PATCH', path, { every_seconds: 90 })).body;
    assert.deepEqual([period.cron, period.every_seconds, period.name], [null, 90, 'A schedule']);
    const off = (await org.request('PATCH', path, { enabled: false })).body;
    assert.deepEqual([off.enabled, off.next_at], [false, null]);
    assert.equal((await org.request('GET', `${path}next/`)).body.times.length, 5, 'also of one that is off');
    const replaced = (await org.request('PUT', path, { agent_id: agent.id, ...yearly, name: 'Put' })).body;
    assert.deepEqual([replaced.name, replaced.every_seconds, replaced.enabled], ['Put', null, true]);
    assert.equal((await org.request('PATCH', path, { cron: '61 * * * *' })).status, 400);
    assert.equal((await org.request('DELETE', path)).status, 204);
    assert.equal((await org.request('GET', path)).status, 404);
  });

  test('lists are filtered by agent, state and name', async () => {
    const own = await harness.org();
    const [one, two] = [await createAgent(own, 'EchoEngine'), await createAgent(own, 'EchoEngine')];
    await create({ agent_id: one.id, name: 'Morning' }, own);
    await create({ agent_id: two.id, name: 'Evening', enabled: false }, own);
    const names = async (query: string): Promise<string[]> =>
      (await own.request('GET', `/v1/schedules/?${query}`)).body.results.map((row: any) => row.name);
    assert.deepEqual(await names(''), ['Evening', 'Morning']);
    assert.deepEqual(await names(`agent_id=${one.id}`), ['Morning']);
    assert.deepEqual(await names('enabled=false'), ['Evening']);
    assert.deepEqual(await names('search=morn'), ['Morning']);
  });
});

describe('runs', () => {
  test('a due time starts one job with the inputs, the metadata and the origin schedule', async () => {
    const { id } = await create({ metadata: { case: 'A-17' }, max_cost_per_run: 0.5 });
    await makeDue(id);
    const [run] = await until(async () => {
      const runs = await runsOf(id);
      return runs[0]?.outcome === 'started' && runs;
    }, 'a run');
    const job = await untilFinal(org, run.job_id);
    assert.equal(job.outputs[0].value, 'hello');
    assert.deepEqual(job.metadata, { case: 'A-17' });
    const [row] = await harness.database.system.query<{ origin: string; max_cost: number }>(
      'select origin, max_cost from jobs where id = $1',
      [run.job_id],
    );
    assert.deepEqual(row, { origin: 'schedule', max_cost: 0.5 });
    const schedule = (await org.request('GET', `/v1/schedules/${id}/`)).body;
    assert.deepEqual(schedule.last_run, run);
    assert.ok(Date.parse(schedule.next_at) > Date.parse(run.due_at));
  });

  test('run starts one at once, also of a schedule that is off, with a fresh answer each time', async () => {
    const { id } = await create({ enabled: false });
    const answers = [];
    for (let count = 0; count < 2; count += 1) {
      const { status, body } = await org.request('POST', `/v1/schedules/${id}/run/`);
      assert.deepEqual([status, body.outcome, body.reason], [201, 'started', null]);
      answers.push((await untilFinal(org, body.job_id)).status_code);
    }
    assert.deepEqual(answers, [3, 3], 'not from the cache');
  });

  test('two runs of the same millisecond are two runs', async () => {
    const { id } = await create({ enabled: false });
    const now = new Date();
    const presser = await findLink(harness.database.system, { userId: null, keyId: null });
    const runs: Date[] = [];
    for (let count = 0; count < 2; count += 1)
      await harness.database.tenant(org.orgId).tx(async (tx) => {
        const { id: runId } = await claimNow(tx, (await lockSchedule(tx, org.orgId, id))!, now, presser);
        runs.push((await findRun(tx, org.orgId, runId))!.due_at);
      });
    assert.deepEqual(
      runs.map((at) => at.getTime() - now.getTime()),
      [0, 1],
    );
  });

  test('while a run works, the next one is skipped, or waits, or takes its place', async () => {
    const slow = await createAgent(org, 'SleepEngine', { config: { ms: 600_000 } });
    const pair = async (overlap: string): Promise<any[]> => {
      const { id } = await create({ agent_id: slow.id, overlap, inputs: {} });
      const first = (await org.request('POST', `/v1/schedules/${id}/run/`)).body;
      const second = (await org.request('POST', `/v1/schedules/${id}/run/`)).body;
      return [first, second, id];
    };
    const [ran, skipped] = await pair('skip');
    assert.deepEqual([skipped.outcome, skipped.job_id], ['skipped', null]);
    assert.match(skipped.reason, /still running/);
    const [replaced, replacing] = await pair('cancel_previous');
    assert.equal(replacing.outcome, 'started');
    const cancelled = await untilFinal(org, replaced.job_id);
    assert.equal(cancelled.status_code, 5);
    const [before, waiting, id] = await pair('queue');
    assert.deepEqual([waiting.outcome, waiting.job_id], ['waiting', null]);
    await org.request('POST', `/v1/agents/jobs/${before.job_id}/cancel/`);
    const started = await until(async () => (await runsOf(id))[0].job_id ?? false, 'the run that waited');
    assert.ok((await getJob(org, started)).status_code < 3);
    for (const jobId of [ran.job_id, replacing.job_id, started])
      await org.request('POST', `/v1/agents/jobs/${jobId}/cancel/`);
  });

  test('after an outage nothing is caught up, or the last due time and no other', async () => {
    const settings = { cron: null, every_seconds: 3_000, inputs: { text: 'late' } };
    const none = await create({ ...settings, catch_up: 'none' });
    const one = await create({ ...settings, catch_up: 'one' });
    // Three due times have passed, the last of them 1,000 seconds ago.
    for (const { id } of [none, one]) await makeDue(id, '7000 s');
    const outcomes = (id: string) =>
      until(async () => {
        const runs = await runsOf(id);
        return runs.length > 0 && runs.every(({ outcome }) => outcome !== 'waiting') && runs;
      }, 'the end of the outage');
    assert.deepEqual(pluck(await outcomes(none.id), 'outcome'), ['missed']);
    const caught = await outcomes(one.id);
    assert.deepEqual(pluck(caught, 'outcome'), ['started', 'missed']);
    assert.equal(Date.parse(caught[0].due_at) - Date.parse(caught[1].due_at), 6_000_000);
    const { next_at: next } = (await org.request('GET', `/v1/schedules/${one.id}/`)).body;
    assert.equal(Date.parse(next) - Date.parse(caught[0].due_at), 3_000_000);
  });

  test('what cannot start says why: paused organization, deleted agent, inputs that fit no more', async () => {
    const own = await harness.org();
    const theirs = await createAgent(own, 'EchoEngine', { inputs: [{ key: 'text' }] });
    const { id } = await create({ agent_id: theirs.id }, own);
    const run = async () => (await own.request('POST', `/v1/schedules/${id}/run/`)).body;
    await pauseOrganization(harness.database.system, own.orgId, true);
    const paused = await run();
    assert.deepEqual([paused.outcome, /paused/.test(paused.reason)], ['skipped', true]);
    await pauseOrganization(harness.database.system, own.orgId, false);
    await createVersion(own, theirs.id, { inputs: [{ key: 'text' }, { key: 'more' }] });
    const unfit = await run();
    assert.deepEqual([unfit.outcome, /'more'/.test(unfit.reason)], ['failed', true]);
    await own.request('DELETE', `/v1/agents/${theirs.id}/`);
    const off = (await own.request('GET', `/v1/schedules/${id}/`)).body;
    assert.deepEqual([off.enabled, off.next_at, off.disabled_reason], [false, null, 'The agent was deleted.']);
    assert.equal((await own.request('PATCH', `/v1/schedules/${id}/`, { enabled: true })).status, 400);
    assert.equal((await own.request('PATCH', `/v1/schedules/${id}/`, { name: 'kept' })).status, 200);
    assert.equal((await run()).outcome, 'failed');
  });

  test('a clock that was ahead leaves no schedule behind, and no due time runs twice', async () => {
    const { id } = await create({ cron: '0 0 1 * *' });
    await org.request('POST', `/v1/schedules/${id}/run/`);
    const { body: before } = await org.request('GET', `/v1/schedules/${id}/`);
    await harness.database.system.run(`update schedules set next_at = next_at + interval '1 year' where id = $1`, [id]);
    const { bringBack } = await import('./claim-due.ts');
    assert.ok((await bringBack(harness.database.system, Date.now())) >= 1);
    const { body: now } = await org.request('GET', `/v1/schedules/${id}/`);
    assert.equal(now.next_at, before.next_at);
    // The same due time once more, as after the clock went back.
    await harness.database.system.run(
      `insert into schedule_runs (id, org_id, schedule_id, due_at, job_id, outcome)
       select gen_random_uuid(), org_id, id, date_trunc('milliseconds', now()), gen_random_uuid(), 'started' from schedules where id = $1`,
      [id],
    );
    await harness.database.system.run(
      `update schedules s set next_at = (select max(due_at) from schedule_runs r where r.schedule_id = s.id) where id = $1`,
      [id],
    );
    await until(
      async () => (await org.request('GET', `/v1/schedules/${id}/`)).body.next_at > before.updated_at,
      'a look',
    );
    assert.equal((await runsOf(id)).length, 2);
  });
});
