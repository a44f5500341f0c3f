import assert from 'node:assert/strict';
import { afterEach, test } from 'node:test';
import { requeueJob } from '#jobs/queue/requeue-job.ts';
import { setPaused } from '#orgs/pause-organization.ts';
import { createGateEngine, testEngines } from '../../test/engines.ts';
import { startHarness, stopAtEnd, until } from '../../test/harness.ts';
import { createAgent, getJob, runSync, startJob, untilFinal } from '../../test/runs.ts';
import { joinService } from '../../test/services.ts';
import { listWorkers, setDraining } from './workers.ts';

const gate = createGateEngine();
const engines = [...testEngines, gate.engine];

const harness = stopAtEnd(await startHarness({ engines }));
const org = await harness.org();
afterEach(() => gate.close());

const system = () => harness.database.system;
const actions = async (targetId: string): Promise<string[]> =>
  (
    await system().query<{ action: string }>('select action from audit_log where target_id = $1 order by id', [
      targetId,
    ])
  ).map(({ action }) => action);

test('a drained worker claims no more, wherever it runs; what it runs continues, and others take the rest', async () => {
  const agent = await createAgent(org, 'GateEngine');
  const echo = await createAgent(org, 'EchoEngine');
  const [own] = await listWorkers(system());
  assert.deepEqual([own!.state, own!.running, own!.role], ['active', 0, 'all']);
  const running = await startJob(org, agent.id, { text: 'running' });
  await until(async () => gate.waiting.size === 1, 'the job to run');
  assert.equal((await setDraining(system(), own!.id, true)).state, 'draining');
  const waiting = await startJob(org, echo.id, { text: 'waiting' });
  gate.open();
  assert.equal((await untilFinal(org, running)).status_code, 3);
  await until(async () => (await listWorkers(system()))[0]!.state === 'drained', 'it is drained');
  const other = await joinService(harness, { role: 'worker', engines });
  try {
    assert.equal((await untilFinal(org, waiting)).status_code, 3);
    const answer = await runSync(org, echo.id, { text: 'of a caller that waits' });
    assert.equal(answer.status, 200, 'it goes to the other worker');
    await assert.rejects(setDraining(system(), own!.host, true), /2 processes run on/);
    await setDraining(system(), own!.id, false);
    assert.equal((await listWorkers(system())).find(({ id }) => id === own!.id)!.state, 'active');
  } finally {
    await other.stop();
  }
  assert.equal((await untilFinal(org, await startJob(org, echo.id, { text: 'again' }))).status_code, 3);
});

test('a drained worker that was taken for dead comes back drained', async () => {
  const [own] = await listWorkers(system());
  await setDraining(system(), own!.id, true);
  const known = async () => (await listWorkers(system()))[0];
  // Its heartbeat has told it about the drain before it is removed.
  const [{ seen }] = (await system().query('select last_seen as seen from workers where id = $1', [own!.id])) as [
    { seen: Date },
  ];
  await until(async () => (await known())!.last_seen_at > seen, 'a heartbeat after the drain');
  await system().run('delete from workers where id = $1', [own!.id]);
  const back = await until(async () => ((await known())?.id !== own!.id ? await known() : undefined), 'its new name');
  assert.equal(back!.state, 'drained');
  await setDraining(system(), back!.id, false);
  const echo = await createAgent(org, 'EchoEngine');
  assert.equal((await untilFinal(org, await startJob(org, echo.id, { text: 'undrained' }))).status_code, 3);
});

test('a paused organization starts nothing: 403 for every way to run; waiting jobs stay until it is resumed', async () => {
  const paused = await harness.org();
  const echo = await createAgent(paused, 'EchoEngine');
  const other = await createAgent(org, 'EchoEngine');
  const ended = await startJob(paused, echo.id, { text: 'ended' });
  await untilFinal(paused, ended);
  const queued = await startJob(paused, (await createAgent(paused, 'GateEngine')).id, { text: 'runs' });
  await until(async () => (await getJob(paused, queued)).status_code === 1, 'it runs');
  await setPaused(system(), paused.orgId, true, 'operator');
  await requeueJob(system(), queued);
  for (const [path, body] of [
    [`/v1/agents/run/${echo.id}/`, { text: 'a' }],
    [`/v1/agents/run/${echo.id}/async/`, { text: 'a' }],
    [`/v1/agents/run/${echo.id}/async/many/`, { inputs: [{ text: 'a' }] }],
    [`/v1/agents/run/${echo.id}/batches/`, { inputs: [{ text: 'a' }] }],
    [`/v1/agents/jobs/${ended}/retry/`, {}],
  ] as const) {
    const answer = await paused.request('POST', path, body);
    assert.deepEqual([answer.status, answer.body.code], [403, 'errand.access.organization_paused'], path);
  }
  const shown = await paused.request('GET', `/v1/organizations/${paused.orgId}/`);
  assert.equal(typeof shown.body.paused_at, 'string');
  assert.equal((await untilFinal(org, await startJob(org, other.id, { text: 'others run' }))).status_code, 3);
  assert.equal((await getJob(paused, queued)).status_code, 2, 'it stays where it is');
  await setPaused(system(), paused.orgId, false, 'operator');
  await setPaused(system(), paused.orgId, false, 'operator');
  assert.equal((await runSync(paused, echo.id, { text: 'b' })).status, 200, 'at once');
  gate.open();
  assert.equal((await untilFinal(paused, queued)).status_code, 3);
  assert.deepEqual((await actions(paused.orgId)).slice(-2), ['organization.paused', 'organization.resumed']);
});

test('a requeued job runs again under another attempt, the first run does not count, and it is audited', async () => {
  const agent = await createAgent(org, 'GateEngine');
  const jobId = await startJob(org, agent.id, { text: 'stuck' });
  const runs = () => gate.started.filter((text) => text === 'stuck').length;
  await until(async () => runs() === 1, 'the first run');
  assert.deepEqual(await requeueJob(system(), jobId), { id: jobId, organization_id: org.orgId, was: 'STARTED' });
  await until(async () => runs() === 2, 'the second run');
  gate.open();
  const job = await untilFinal(org, jobId);
  assert.deepEqual([job.status_code, job.attempt], [3, 2]);
  assert.deepEqual(await actions(jobId), ['job.requeued']);
  await assert.rejects(requeueJob(system(), jobId), /has ended/);
  await assert.rejects(requeueJob(system(), org.orgId), /No job/);
});

test('administrators of the first organization see the processes', async () => {
  const [first] = await system().query<{ id: string }>('select id from organizations order by created_at, id limit 1');
  const report = await org.expect(200, 'GET', `/v1/organizations/${org.orgId}/health/`);
  assert.equal(first!.id === org.orgId, report.workers !== null);
  if (report.workers !== null) assert.equal(report.workers[0].state, 'active');
});
