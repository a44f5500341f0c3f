import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Caller } from '#platform/caller.ts';
import type { Outbound } from '#platform/outbound/client.ts';
import { isListenerUrl, listenerUrl, withMailboxes } from './mailbox.ts';
import { recoverDeliveries, resendDelivery } from './replay.ts';
import type { WebhookRow } from './store.ts';

const caller: Caller = { orgId: 'org', userId: 1, keyId: null, role: 'member', via: 'session' };

test('nothing is sent again to a webhook that is off', async () => {
  const off = { id: 'w', is_active: false } as WebhookRow;
  await assert.rejects(resendDelivery({} as never, caller, off, 'd'), { code: 'invalid_request' });
  await assert.rejects(recoverDeliveries({} as never, caller, off, new Date()), { code: 'invalid_request' });
});

test('only the address of a listener leads to a mailbox, every other one to the network', async () => {
  assert.equal(isListenerUrl(listenerUrl('w1')), true);
  assert.equal(isListenerUrl('https://errand-listener:1/'), false);
  const asked: string[] = [];
  const outbound = { request: async ({ url }: { url: string }) => asked.push(url) } as unknown as Outbound;
  await withMailboxes(outbound, {} as never).request({ url: 'https://receiver.example/' } as never);
  assert.deepEqual(asked, ['https://receiver.example/']);
});
