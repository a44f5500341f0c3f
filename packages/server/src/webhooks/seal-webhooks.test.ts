import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startHarness, stopAtEnd, until } from '../../test/harness.ts';
import { testBox } from '../../test/secret-box.ts';
import { createAgent, createHook, runJob } from '../../test/webhooks/fixtures.ts';
import { startReceiver } from '../../test/webhooks/receiver.ts';
import { createVault } from './message/vault.ts';
import { sealWebhooks } from './seal-webhooks.ts';

const SECRET = 'canary-of-the-secret';
const VALUE = 'Bearer canary-of-a-header';

const receiver = stopAtEnd(await startReceiver());
const harness = stopAtEnd(await startHarness({ env: { ERRAND_OUTBOUND_ALLOW: '127.0.0.0/8' } }));
const org = await harness.org();
const { system } = harness.database;
const vault = createVault(system, testBox(system));
const rowOf = async (id: string): Promise<string> =>
  (await system.query<{ text: string }>('select w::text as text from webhooks w where id = $1', [id]))[0]!.text;
const make = (fields: object = {}) =>
  createHook(org, [], { url: receiver.url, secret: SECRET, headers: { 'X-Key': VALUE }, ...fields });

test('secrets and header values are encrypted in the database, through every change, and shown and used as before', async () => {
  const agent = await createAgent(org);
  const hook = await make();
  await org.expect(201, 'POST', `/webhooks/${hook.id}/agents/`, { agent_ids: [agent.id] });
  assert.deepEqual([hook.secret, hook.headers], [SECRET, { 'X-Key': VALUE }]);
  assert.doesNotMatch(await rowOf(hook.id), /canary/);
  const rotated = await org.expect(200, 'POST', `/webhooks/${hook.id}/rotate-secret/`);
  const moved = await org.expect(200, 'PATCH', `/webhooks/${hook.id}/`, { name: 'Another name' });
  assert.deepEqual([moved.secret, moved.headers], [rotated.secret, { 'X-Key': VALUE }]);
  assert.ok(!/canary/.test(await rowOf(hook.id)) && !(await rowOf(hook.id)).includes(rotated.secret));
  await runJob(org, agent.id);
  await until(async () => receiver.received.length > 0, 'the delivery');
  assert.equal(receiver.received[0]!.headers['x-key'], VALUE);
  assert.equal(String(receiver.received[0]!.headers['webhook-signature']).split(' ').length, 2, 'both secrets sign');
});

test('what an older release stored in plain text is encrypted at the start, unless one of its processes still runs', async () => {
  const hook = await make();
  const worker = (level: string | null) =>
    system.run(
      `update workers set last_seen = clock_timestamp(), schema_level = $1::text where id = (select id from workers limit 1)`,
      [level],
    );
  const [before] = await system.query<{ schema_level: string | null }>('select schema_level from workers limit 1');
  await worker('0001_foundation.sql');
  const shared = await make({ name: 'While both run' });
  const plain = await rowOf(shared.id);
  assert.match(plain, /canary-of-the-secret/, 'the older process can read it');
  assert.equal(shared.secret, SECRET);
  assert.equal(await sealWebhooks(system, vault), 0);
  await worker(before!.schema_level);
  assert.ok((await sealWebhooks(system, vault)) >= 1);
  assert.equal(await sealWebhooks(system, vault), 0);
  for (const { id } of [hook, shared]) {
    assert.doesNotMatch(await rowOf(id), /canary/);
    const read = await org.expect(200, 'GET', `/webhooks/${id}/`);
    assert.deepEqual([read.secret, read.headers], [SECRET, { 'X-Key': VALUE }]);
  }
});
