import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Webhook } from 'standardwebhooks';
import { request, startHarness, stopAtEnd } from '../../test/harness.ts';
import { createAgent, createHook } from '../../test/webhooks/fixtures.ts';
import { startReceiver } from '../../test/webhooks/receiver.ts';

// Who sees the secrets of a webhook, and how long each of them signs.

const harness = stopAtEnd(await startHarness({ env: { ERRAND_ROLE: 'api', ERRAND_OUTBOUND_ALLOW: '127.0.0.0/8' } }));
const org = await harness.org();
const receiver = stopAtEnd(await startReceiver());

const rotate = async (id: string) => org.request('POST', `/webhooks/${id}/rotate-secret/`);

test('every secret signs for its 24 hours, however often it is rotated, and a bounded number of times', async () => {
  const agent = await createAgent(org);
  const hook = await createHook(org, [agent.id], { url: receiver.url });
  const secrets = [hook.secret];
  for (let round = 0; round < 3; round += 1) secrets.push((await rotate(hook.id)).body.secret);
  const send = async () => {
    await org.request('POST', `/v1/agents/${agent.id}/webhooks/${hook.id}/test/`);
    const { body, headers } = receiver.received.at(-1)!;
    return secrets.filter((secret) => {
      try {
        return Boolean(new Webhook(secret).verify(body, headers as Record<string, string>));
      } catch {
        return false;
      }
    });
  };
  assert.deepEqual(await send(), secrets);
  // The first two have expired.
  await harness.database.system.run(
    `update webhooks set older_secrets = (select jsonb_agg(o || '{"until": "2020-01-01T00:00:00Z"}') from jsonb_array_elements(older_secrets) o) where id = $1`,
    [hook.id],
  );
  assert.deepEqual(await send(), secrets.slice(2));

  for (let round = 0; round < 8; round += 1) assert.equal((await rotate(hook.id)).status, 200);
  const refused = await rotate(hook.id);
  assert.deepEqual([refused.status, Object.keys(refused.body)], [409, ['error', 'code']]);
  const replaced = await org.request('PATCH', `/webhooks/${hook.id}/`, { secret: 'counts alone' });
  assert.equal(replaced.body.previous_secret_until, null);
  assert.deepEqual(await send(), []);
  assert.equal((await rotate(hook.id)).status, 200);
});

test('a viewer sees neither the secret nor the values of headers', async () => {
  const agent = await createAgent(org);
  const hook = await createHook(org, [agent.id], { url: receiver.url, headers: { 'X-Key': 'open sesame' } });
  const viewer = await org.keyWithRole('viewer');
  for (const path of ['/webhooks/', `/webhooks/${hook.id}/`, `/v1/agents/${agent.id}/webhooks/`]) {
    const seen = await request(harness.baseUrl, viewer, 'GET', path);
    const shown = [seen.body].flat().find(({ id }: { id: string }) => id === hook.id);
    assert.deepEqual([shown.secret, shown.headers], ['***', { 'X-Key': '***' }], path);
    assert.ok(!seen.text.includes('open sesame') && !seen.text.includes(hook.secret), path);
  }
  const member = await request(harness.baseUrl, await org.keyWithRole('member'), 'GET', `/webhooks/${hook.id}/`);
  assert.equal(member.body.secret, hook.secret);
});
