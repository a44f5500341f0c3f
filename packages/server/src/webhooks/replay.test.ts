import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Caller } from '#platform/caller.ts';
import type { Outbound } from '#platform/outbound/client.ts';
import { scriptedDatabase, scriptedDb } from '../../test/scripted-db.ts';
import { publishJobQuestions } from './job-questions.ts';
import { isListenerUrl, listenerUrl, withMailboxes } from './mailbox.ts';
import { recoverDeliveries, resendDelivery, resendJob } from './replay.ts';
import type { WebhookRow } from './store.ts';

const caller: Caller = { orgId: 'org', userId: 1, keyId: null, role: 'member' };
const webhook = { id: 'w', is_active: true } as WebhookRow;
const since = new Date('2026-01-02T03:04:05Z');

test('nothing is sent again to a webhook that is off', async () => {
  const db = scriptedDb();
  const off = { ...webhook, is_active: false };
  await assert.rejects(resendDelivery(db, caller, off, 'd'), { code: 'invalid_request' });
  await assert.rejects(recoverDeliveries(db, caller, off, since), { code: 'invalid_request' });
  assert.equal(db.sent.length, 0);
});

test('undelivered events are requeued to the last, in chunks with an audit entry each', async () => {
  const all = Array.from({ length: 1_500 }, (_, at) => String(at).padStart(5, '0'));
  const db = scriptedDb({
    'order by id limit $6': (values) => {
      const after = String(values[3] ?? '');
      return all
        .filter((id) => id > after)
        .slice(0, Number(values[5]))
        .map((id) => ({ id }));
    },
  });
  assert.equal(await recoverDeliveries(db, caller, webhook, since), 1_500);
  assert.equal(db.sentTo('insert into audit_log').length, 2);
  const none = scriptedDb();
  assert.equal(await recoverDeliveries(none, caller, webhook, since), 0);
  assert.equal(none.sentTo('insert into audit_log').length, 0);
});

const resend = async (webhookId: string | undefined, linked = true) => {
  const db = scriptedDb({
    'select 1 from webhook_agents': linked ? [{}] : [],
    'join webhook_agents': [
      { id: 'on', is_active: true },
      { id: 'off', is_active: false },
      { id: 'other', is_active: true },
    ],
  });
  return { db, sent: await resendJob(db, caller, { id: 'job', agentId: 'a' }, webhookId) };
};

test('the event of a job goes to the webhooks of its agent that are on, or to the one that is named', async () => {
  assert.deepEqual((await resend(undefined)).sent, ['on', 'other']);
  assert.deepEqual((await resend('other')).sent, ['other']);
  const off = await resend('off');
  assert.deepEqual([off.sent, off.db.sentTo('audit_log').length], [[], 0]);
  await assert.rejects(resend('foreign', false), { code: 'not_found' });
});

test('the address of a listener leads to its mailbox, every other one to the network', async () => {
  const asked: string[] = [];
  const outbound = { request: async ({ url }: { url: string }) => asked.push(url) } as unknown as Outbound;
  const db = scriptedDb({ webhook_mailbox: [{ status: 202 }] });
  const { request } = withMailboxes(outbound, scriptedDatabase(db));
  const exchange = await request({ url: listenerUrl('w1'), headers: { 'webhook-id': 'e' }, body: '{}' } as never);
  assert.equal(exchange.status, 202);
  assert.deepEqual(db.sent[0]!.values.slice(0, 2), ['w1', 'e']);
  await request({ url: 'https://receiver.example/' } as never);
  assert.deepEqual(asked, ['https://receiver.example/']);
  assert.equal(isListenerUrl('https://errand-listener:1/'), false);
});

test('a question is told once: it is noted with the webhook before it is published', async () => {
  const due = { webhookId: 'w', orgId: 'org', agentId: 'a', jobId: 'j', waitId: 'q', kind: 'question' };
  const db = scriptedDb({ 'cross join lateral': [due] });
  assert.deepEqual(await publishJobQuestions(db, ({ waitId }) => JSON.stringify({ waitId })), ['w']);
  assert.deepEqual(db.sentTo('set told_wait_id')[0]!.values, ['w', 'q']);
  assert.match(JSON.stringify(db.sent.at(-1)!.values), /waitId/);
});
