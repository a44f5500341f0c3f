import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createLog } from '#platform/log.ts';
import type { Outbound } from '#platform/outbound/client.ts';
import { newSecret } from '../message/secret.ts';
import type { ClaimedDelivery } from '../queue/claim.ts';
import { type SendOptions, sendDelivery } from './send.ts';

const now = Date.parse('2026-01-05T09:00:00Z');
const target = {
  url: 'https://h',
  headers: {},
  headerNames: null,
  secrets: [newSecret()],
  isOfJob: false,
  isActive: true,
  failureCount: 0,
};
const delivery: ClaimedDelivery = {
  id: 'd',
  claimId: 'c',
  orgId: 'o',
  webhookId: 'w',
  jobId: 'j',
  kind: 'job',
  tries: 0,
  attempt: 0,
  body: '{}',
};

async function send(status: number, over: Partial<ClaimedDelivery> = {}, headers = {}) {
  let sent = 0;
  const timing = { dns: null, connect: null, firstByte: 1, total: 5 };
  const outbound = {
    async request() {
      sent += 1;
      return { failure: null, status, headers, body: Buffer.alloc(0), timing };
    },
  } as unknown as Outbound;
  const options: SendOptions = {
    outbound,
    log: createLog('silent'),
    metrics: { attempted: () => undefined },
    now: () => now,
    random: () => 0.5,
    delays: [0, 5, 300],
    renderTask: () => '{}',
  };
  const { record } = await sendDelivery(options, { delivery: { ...delivery, ...over }, target, job: undefined });
  return { record, sent, after: record.retryAt && (record.retryAt.getTime() - now) / 1_000 };
}

test('a failed delivery comes back after the delay of its try, the last one does not', async () => {
  assert.equal((await send(500)).after, 5);
  assert.equal((await send(500, { tries: 1 })).after, 300);
  assert.equal((await send(500, { tries: 2 })).after, null);
});

test('a receiver that asks for a longer pause gets it', async () => {
  assert.equal((await send(429, {}, { 'retry-after': '60' })).after, 60);
  assert.equal((await send(429, { tries: 1 }, { 'retry-after': '60' })).after, 300);
});

test('a delivery that arrived, or whose receiver says 410, is not sent again', async () => {
  assert.equal((await send(200)).after, null);
  assert.equal((await send(410)).after, null);
});

test('a delivery whose job was removed sends nothing and ends', async () => {
  const { record, sent, after } = await send(200, { body: null });
  assert.deepEqual([record.failure, record.succeeded, sent, after], ['internal', false, 0, null]);
});
