import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ActorLink } from '@errand/contract/actors.ts';
import { auditHash } from '@errand/proofs/audit-chain.ts';
import { Type } from 'typebox';
import { defineEngine } from '#engines/engine/engine.ts';
import { markUnstored } from '#jobs/retention/unstored.ts';
import { insertAudit } from '#orgs/audit.ts';
import { createCountingEngine, testEngines } from '../engines.ts';
import { request, startHarness, stopAtEnd, until } from '../harness.ts';
import { createPerson, type Person } from '../people.ts';
import { createAgent, startJob, untilFinal } from '../runs.ts';
import { runSql } from '../workspace/workspace.ts';

// The same change through every door: the audit log names who did it, and whatever led to it.

/** An engine of the service that changes something itself, as the one that writes skills does. */
const changing = defineEngine({
  id: 'ChangingEngine',
  name: 'Changing',
  description: 'Changes something, which is in the audit log.',
  // Jobs with the same inputs would share one result.
  inputs: [{ key: 'text', data_type: 'text/plain', description: 'Anything.', required: false }],
  configSchema: Type.Object({}, { additionalProperties: true }),
  async run({ jobId }) {
    const entry = { orgId: org.orgId, action: 'thing.changed', targetType: 'thing', targetId: jobId };
    await harness.database.tenant(org.orgId).tx((tx) => insertAudit(tx, { userId: null, keyId: null }, entry));
    return { outputs: [] };
  },
});
const counting = createCountingEngine();
const harness = stopAtEnd(await startHarness({ engines: [...testEngines, counting.engine, changing] }));
const org = await harness.org();
const ada = await createPerson(harness, org, 'admin');
const changer = await createAgent(org, 'ChangingEngine');
const counter = await createAgent(org, 'CountingEngine');

type Entry = { actor: ActorLink & { chain: ActorLink[] }; action: string; detail: Record<string, unknown> };
const entryOf = (action: string, targetId: string): Promise<Entry> =>
  until(async () => {
    const path = `/v1/organizations/${org.orgId}/audit/?action=${action}&target_id=${targetId}`;
    return (await org.expect(200, 'GET', path)).results[0];
  }, `${action} of ${targetId}`);
const shown = (links: ActorLink[]) => links.map(({ kind, id, user_id: user }) => [kind, id ?? user]);

const startAs = (who: Person, agentId: string, body: object): Promise<string> =>
  who.expect(200, 'POST', `/v1/agents/run/${agentId}/async/`, body);

async function ended(): Promise<string> {
  const id = await startJob(org, counter.id, { text: crypto.randomUUID() });
  await untilFinal(org, id);
  return id;
}

test('a request has no chain: the actor did it', async () => {
  const jobId = await ended();
  await ada.expect(200, 'POST', `/v1/agents/jobs/${jobId}/delete-data/`);
  const { actor, detail } = await entryOf('job.data_deleted', jobId);
  assert.deepEqual([actor.kind, actor.user_id, actor.chain, detail], ['person', ada.userId, [], null]);
});

test('a bulk action names itself and everybody who planned or started it', async () => {
  const jobId = await ended();
  const planned = await ada.expect(201, 'POST', '/v1/agents/bulk/', { kind: 'delete_data', job_ids: [jobId] });
  await org.expect(200, 'POST', `/v1/agents/bulk/${planned.id}/start/`);
  const { actor } = await entryOf('job.data_deleted', jobId);
  const [action, ...people] = actor.chain;
  assert.deepEqual([action!.kind, action!.id, action!.name], ['system', planned.id, 'bulk action delete_data']);
  assert.ok(people.some(({ user_id: user }) => user === ada.userId));
  assert.equal(people.length, 2, 'who planned it and who started it');
});

test('a job of which nothing is kept names the job and who started it', async () => {
  const jobId = await startAs(ada, counter.id, { text: 'forget me' });
  await untilFinal(org, jobId);
  const { system } = harness.database;
  await markUnstored(
    system,
    { orgId: org.orgId, userId: ada.userId, keyId: null, role: 'admin', via: 'session' },
    jobId,
  );
  await system.run('update unstored_jobs set due_at = now() where job_id = $1', [jobId]);
  const { actor } = await entryOf('job.data_deleted', jobId);
  assert.deepEqual(shown(actor.chain), [
    ['job', jobId],
    ['person', ada.userId],
  ]);
});

test('what a job changes names the job and what led to it: a person, a schedule or a trigger', async () => {
  const byHand = await startAs(ada, changer.id, { text: 'by hand' });
  assert.deepEqual(shown((await entryOf('thing.changed', byHand)).actor.chain), [
    ['job', byHand],
    ['person', ada.userId],
  ]);

  const settings = { name: 'Nightly', agent_id: changer.id, every_seconds: 86_400, inputs: { text: 'scheduled' } };
  const { id: scheduleId } = await ada.expect(201, 'POST', '/v1/schedules/', settings);
  await org.expect(201, 'POST', `/v1/schedules/${scheduleId}/run/`);
  const [run] = await until(async () => {
    const { results } = await org.expect(200, 'GET', `/v1/schedules/${scheduleId}/runs/`);
    return results[0]?.job_id && results;
  }, 'the run of the schedule');
  const scheduled = (await entryOf('thing.changed', run.job_id)).actor.chain;
  assert.deepEqual(shown(scheduled).slice(0, 2), [
    ['job', run.job_id],
    ['schedule', scheduleId],
  ]);
  assert.ok(scheduled.some(({ kind, user_id: user }) => kind === 'person' && user === ada.userId));

  const hook = { name: 'Orders', kind: 'http', agent_id: changer.id, mapping: { text: 'triggered' } };
  const trigger = await ada.expect(201, 'POST', '/v1/triggers/', hook);
  const sent = await request(
    harness.baseUrl,
    undefined,
    'POST',
    new URL(trigger.url).pathname,
    {},
    { 'webhook-id': '7' },
  );
  const [job, itself] = (await entryOf('thing.changed', sent.body.job_id)).actor.chain;
  assert.deepEqual([job!.kind, itself!.kind, itself!.id], ['job', 'trigger', trigger.id]);
  assert.deepEqual([itself!.address, itself!.event], ['127.0.0.1', '7']);
});

test('an alert that a detection run sends names the run and who started it', async () => {
  await runSql(
    org,
    `CREATE TABLE pay AS SELECT 'f' || i AS id, 'F' || i AS sender, 'C' AS receiver, 90.0 AS amount,
       TIMESTAMP '2026-02-10 10:00:00' + i * INTERVAL 1 MINUTE AS booked FROM range(20) t(i)`,
  );
  const queue = await org.expect(201, 'POST', '/v1/case-queues/', {
    name: 'Laundering',
    join_rule: { by: ['account'], within_days: 30 },
  });
  const columns = { id: 'id', at: 'booked', from: 'sender', to: 'receiver', amount: 'amount' };
  await org.expect(200, 'PUT', `/v1/case-queues/${queue.id}/transactions/`, { table: 'pay', columns });
  const run = await ada.expect(201, 'POST', `/v1/case-queues/${queue.id}/detections/`, {});
  const found = await org.expect(200, 'GET', `/v1/case-detections/${run.id}/?wait=60`);
  assert.ok(found.alerts_created >= 1, JSON.stringify(found));
  const [alert] = (await org.expect(200, 'GET', `/v1/case-alerts/?queue=${queue.id}`)).results;
  const { actor } = await entryOf('case.opened', alert.case_id);
  assert.equal(actor.user_id, ada.userId);
  assert.deepEqual(shown(actor.chain), [
    ['system', run.id],
    ['person', ada.userId],
  ]);
});

test('what led to an entry is part of what its hash covers', async () => {
  const entries: any[] = await until(async () => {
    const { results } = await org.expect(200, 'GET', `/v1/organizations/${org.orgId}/audit/?page_size=100`);
    return results.every(({ seq }: { seq: number | null }) => seq !== null) && results;
  }, 'the chain');
  const told = entries.filter(({ actor }) => actor.chain.length > 0);
  assert.ok(told.length >= 6);
  for (const entry of told) assert.equal(auditHash(org.orgId, entry), entry.hash);
});
