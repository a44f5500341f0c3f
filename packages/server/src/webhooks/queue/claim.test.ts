import assert from 'node:assert/strict';
import { test } from 'node:test';
import { newId } from '#platform/ids.ts';
import { pluck, startHarness, stopAtEnd } from '../../../test/harness.ts';
import { requeueDeliveries } from '../deliveries-store.ts';
import { type ClaimedDelivery, claimDeliveries, releaseClaims } from './claim.ts';

const harness = stopAtEnd(await startHarness({ env: { ERRAND_ROLE: 'api' } }));

const LEASE_SECONDS = 6;
const start = Date.now();

/** Inserts a delivery as the end of a job does. */
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
  const lanes = await claimDeliveries(harness.database.queue, {
    claimId: newId(),
    lanes: [{ webhookId, take: 10, since: new Date(0) }],
    now: new Date(start + afterMs),
    leaseSeconds: LEASE_SECONDS,
  });
  return lanes.flatMap(({ deliveries }) => deliveries);
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

test('the process that takes over an expired lease knows the attempt that the other one recorded', async () => {
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

test('a delivery that is queued again starts its tries over, with the same content', async () => {
  const { id, jobId, webhookId, orgId } = await publish();
  await recordAttempt(id, orgId);
  await requeueDeliveries(harness.database.tenant(orgId), orgId, webhookId, [id], new Date(start));
  const [again] = await claim(webhookId, 0);
  assert.deepEqual(state(again!), { jobId, attempt: 1, tries: 0, body: 'the first body' });
});

test('a delivery due by a clock a few milliseconds ahead of ours is claimed now; one due later is not', async () => {
  const { id, webhookId } = await publish();
  assert.deepEqual(await claim(webhookId, -100), []);
  assert.deepEqual(pluck(await claim(webhookId, -5), 'id'), [id]);
});

test('a claim tells of each delivery what belongs to it, oldest lanes and oldest deliveries first', async () => {
  const [a, b, c] = [await publish(), await publish(), await publish()];
  const move = (id: string, webhookId: string, seconds: number, tries: number) =>
    harness.database.system.run(
      `update webhook_queue set due_at = due_at + make_interval(secs => $3), webhook_id = $2, tries = $4 where delivery_id = $1`,
      [id, webhookId, seconds, tries],
    );
  await move(c.id, c.webhookId, -3, 0);
  await move(a.id, b.webhookId, -1, 2);
  const claimId = newId();
  const claimed = await claimDeliveries(harness.database.queue, {
    claimId,
    lanes: [b, c].map(({ webhookId }) => ({ webhookId, take: 10, since: new Date(0) })),
    now: new Date(start),
    leaseSeconds: LEASE_SECONDS,
  });
  const same = { claimId, kind: 'job', attempt: 0, body: null };
  assert.deepEqual(
    claimed.filter(({ webhookId }) => webhookId === c.webhookId),
    [{ webhookId: c.webhookId, lastDueAt: new Date(start - 3_000), deliveries: [{ ...c, ...same, tries: 0 }] }],
  );
  assert.equal(claimed[0]!.webhookId, c.webhookId);
  // Of two organizations, since each of these has its own.
  const ofB = claimed.filter(({ webhookId }) => webhookId === b.webhookId);
  assert.deepEqual(
    ofB.map(({ lastDueAt, deliveries }) => ({ lastDueAt, deliveries })),
    [
      { lastDueAt: new Date(start - 1_000), deliveries: [{ ...a, webhookId: b.webhookId, ...same, tries: 2 }] },
      { lastDueAt: new Date(start), deliveries: [{ ...b, ...same, tries: 0 }] },
    ],
  );
});
