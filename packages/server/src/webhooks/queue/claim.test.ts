import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { newId } from '#platform/ids.ts';
import { type Harness, startHarness } from '../../../test/harness.ts';
import { requeueDeliveries } from '../deliveries-store.ts';
import { type ClaimedDelivery, claimDeliveries, releaseClaims } from './claim.ts';

let harness: Harness;
before(async () => {
  harness = await startHarness({ env: { ERRAND_ROLE: 'api' } });
});
after(() => harness.stop());

const LEASE_SECONDS = 6;
const start = Date.now();

/** As ending a job leaves it. */
async function publish(): Promise<{ id: string; jobId: string; webhookId: string; orgId: string }> {
  const ids = { id: newId(), jobId: newId(), webhookId: newId(), orgId: newId() };
  await harness.database.system.run(
    `with delivery as (
        insert into webhook_deliveries (id, org_id, webhook_id, agent_id, job_id, kind, next_attempt_at, created_at)
        values ($1, $4, $3, $4, $2, 'job', $5, $5)
      )
      insert into webhook_queue (delivery_id, webhook_id, org_id, job_id, due_at) values ($1, $3, $4, $2, $5)`,
    [ids.id, ids.jobId, ids.webhookId, ids.orgId, new Date(start)],
  );
  return ids;
}

async function claim(webhookId: string, afterMs: number): Promise<ClaimedDelivery[]> {
  return claimDeliveries(harness.database.queue, {
    claimId: newId(),
    lanes: [{ webhookId, take: 10, since: new Date(0) }],
    now: new Date(start + afterMs),
    leaseSeconds: LEASE_SECONDS,
  });
}

const recordAttempt = (id: string, orgId: string): Promise<number> =>
  harness.database.system.run(
    `with moved as (update webhook_deliveries set attempt = 1 where id = $1)
      insert into webhook_attempts (delivery_id, attempt, org_id, at, url, body, total_ms)
      values ($1, 1, $2, now(), 'http://receiver.test/', 'the first body', 1)`,
    [id, orgId],
  );

const state = ({ jobId, attempt, tries, body }: ClaimedDelivery) => ({ jobId, attempt, tries, body });

test('a delivery is claimed by one until its lease ends; given back, it is as new', async () => {
  const { jobId, webhookId } = await publish();
  const fresh = { jobId, attempt: 0, tries: 0, body: null };
  const first = await claim(webhookId, 0);
  assert.deepEqual(first.map(state), [fresh]);
  assert.deepEqual(await claim(webhookId, 1_000), []);
  await releaseClaims(harness.database.queue, first);
  assert.deepEqual((await claim(webhookId, 2_000)).map(state), [fresh]);
});

test('whoever takes over after the end of a lease knows of an attempt that the other one recorded', async () => {
  const { id, jobId, webhookId, orgId } = await publish();
  await claim(webhookId, 0);
  await recordAttempt(id, orgId);
  const [taken] = await claim(webhookId, LEASE_SECONDS * 1_000 + 1);
  assert.deepEqual(state(taken!), { jobId, attempt: 1, tries: 0, body: 'the first body' });
});

test('a delivery given back while an attempt is being recorded is known to have been tried', async () => {
  const { id, jobId, webhookId, orgId } = await publish();
  await releaseClaims(harness.database.queue, await claim(webhookId, 0));
  await recordAttempt(id, orgId);
  const [again] = await claim(webhookId, 1);
  assert.deepEqual(state(again!), { jobId, attempt: 1, tries: 0, body: 'the first body' });
});

test('a delivery that is queued again begins its tries anew, and sends what it sent before', async () => {
  const { id, jobId, webhookId, orgId } = await publish();
  await recordAttempt(id, orgId);
  await requeueDeliveries(harness.database.tenant(orgId), orgId, webhookId, [id], new Date(start));
  const [again] = await claim(webhookId, 0);
  assert.deepEqual(state(again!), { jobId, attempt: 1, tries: 0, body: 'the first body' });
});

test('what is due by a clock that goes a few milliseconds ahead of ours is taken now; what is due later is not', async () => {
  const { id, webhookId } = await publish();
  assert.deepEqual(await claim(webhookId, -100), []);
  assert.deepEqual(
    (await claim(webhookId, -5)).map((delivery) => delivery.id),
    [id],
  );
});
