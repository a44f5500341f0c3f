import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import { pluck, startHarness, stopAtEnd, type TestOrg } from '../harness.ts';
import { startModelServer } from '../model-server/start.ts';
import { createAgent, startJob, untilFinal } from '../runs.ts';
import { createAskEngine, writeModelsFile } from './fixtures.ts';

// Organizations bring their own keys: their connections come before those of the installation, and cost no credits.

const house = stopAtEnd(await startModelServer());
const own = stopAtEnd(await startModelServer());
const file = await writeModelsFile({
  providers: { house: { base_url: `${house.url}/v1` } },
  models: [{ id: 'shared', provider: 'house', prices: { input: 1_000, output: 2_000 } }],
});
after(() => file.remove());
const allow = { ERRAND_OUTBOUND_ALLOW: '127.0.0.0/8' };
const env = { ERRAND_MODELS_FILE: file.path, ...allow };
const harness = stopAtEnd(await startHarness({ env, engines: [createAskEngine()] }));
const reply = { text: 'fine', inputTokens: 10, outputTokens: 5 };
for (const server of [house, own])
  for (const model of ['shared', 'mine', 'gpt-4.1-2025-04-14']) await server.script(model, reply);

const connect = (org: TestOrg, type: string, config: object, key = 'sk-own-key-of-the-organization') =>
  org.expect(201, 'POST', '/v1/connections/', {
    name: `My ${type}`,
    connector_type: type,
    config,
    auth_config: { api_key: key },
  });
const settings = (org: TestOrg, given: object) =>
  org.expect(200, 'PUT', `/v1/organizations/${org.orgId}/models/`, {
    default_model: null,
    chain: [],
    allow_house_keys: true,
    batch_lane: 'allowed',
    ...given,
  });
const ask = async (org: TestOrg, model: string, more: object = {}) => {
  const { id } = await createAgent(org, 'AskEngine', { config: { model, ...more } });
  return untilFinal(org, await startJob(org, id, { text: `How is ${model}?` }));
};
const listed = async (org: TestOrg): Promise<Record<string, any>> =>
  Object.fromEntries(
    (await org.expect(200, 'GET', '/v1/models/?page_size=100')).results.map((one: any) => [one.id, one]),
  );

test('calls with a key of the organization are recorded and not charged; those with the house key are charged', async () => {
  const org = await harness.org({ credits: 10 });
  await connect(org, 'openai_compatible', {
    base_url: `${own.url}/v1`,
    models: 'mine',
    input_price: 1_000,
    output_price: 2_000,
  });
  const mine = await ask(org, 'mine');
  assert.deepEqual(pluck(mine.models, 'key', 'cost'), [['organization', 0.02]]);
  assert.equal(mine.cost, 0.02);
  const balance = async () => (await org.expect(200, 'GET', `/v1/organizations/${org.orgId}/`)).credits;
  assert.equal(await balance(), 10);
  const shared = await ask(org, 'shared');
  assert.deepEqual(pluck(shared.models, 'key', 'cost'), [['house', 0.02]]);
  assert.equal(await balance(), 9.98);
  const [call] = await own.calls('mine');
  assert.equal(call!.headers.authorization, 'Bearer sk-own-key-of-the-organization');
  const { results } = await org.expect(200, 'GET', `/v1/organizations/${org.orgId}/costs/?by=model`);
  assert.deepEqual(pluck(results, 'value', 'cost', 'own_key_cost').sort(), [
    ['mine', 0.02, 0.02],
    ['shared', 0.02, 0],
  ]);
});

test('a connection to a provider comes before the key of the installation', async () => {
  const org = await harness.org();
  await connect(org, 'openai', { base_url: `${own.url}/v1`, requests_per_minute: 600, tokens_per_minute: 60_000 });
  const before = (await own.calls('gpt-4.1-2025-04-14')).length;
  const job = await ask(org, 'gpt-4.1-2025-04-14');
  assert.equal(job.status_code, 3, job.error_message);
  assert.equal(job.models[0].key, 'organization');
  assert.equal((await own.calls('gpt-4.1-2025-04-14')).length, before + 1);
  const models = await listed(org);
  const { where, limits, provider, state } = models['gpt-4.1-2025-04-14'];
  assert.deepEqual([where, provider, state], ['organization', 'openai', 'available']);
  assert.deepEqual(limits, { requests_per_minute: 600, tokens_per_minute: 60_000, concurrency: null });
  assert.equal(models.shared.where, 'house');
  assert.equal(models.baseline.where, 'built-in');
});

test('without the permission to use house keys, only own connections are used', async () => {
  const org = await harness.org();
  await settings(org, { allow_house_keys: false });
  assert.deepEqual(Object.keys(await listed(org)), ['baseline']);
  const job = await ask(org, 'shared');
  assert.deepEqual([job.status_code, job.error.code], [4, 'errand.models.missing']);
  await settings(org, {});
  assert.equal((await ask(org, 'shared')).status_code, 3);
});

test('the default model and the chain of the organization hold for agents that name none', async () => {
  const org = await harness.org();
  await own.script('broken', { status: 503 });
  await connect(org, 'openai_compatible', { base_url: `${own.url}/v1`, models: 'broken, mine' });
  await settings(org, { default_model: 'broken', chain: [{ model: 'shared', when: ['outage'] }] });
  const output_schema = { type: 'object', properties: { total: { type: 'string' } } };
  await house.script('shared', { ...reply, text: '{"total":"12.50"}' });
  const { id } = await createAgent(org, 'MultimodalExtractionEngine', {
    config: { text: '${text}', output_schema, trust: { check: false } },
  });
  const job = await untilFinal(org, await startJob(org, id, { text: 'The total is 12.50.' }), 60_000);
  assert.equal(job.status_code, 3, job.error_message);
  assert.deepEqual(pluck(job.models, 'model', 'reason'), [
    ['broken', null],
    ['shared', 'outage'],
  ]);
  assert.equal((await listed(org)).broken.is_default, true);
  await house.script('shared', reply);
});

describe('a connection to a provider is guarded like every other', () => {
  test('an address of a private network is refused, and nothing is sent', async () => {
    const strict = await startHarness({ env: { ERRAND_MODELS_FILE: file.path }, engines: [createAskEngine()] });
    try {
      const org = await strict.org();
      await connect(org, 'openai_compatible', { base_url: `${own.url}/v1`, models: 'inside' });
      const job = await ask(org, 'inside');
      assert.equal(job.status_code, 4);
      assert.match(job.error_message, /address of My openai_compatible was refused/);
      assert.equal((await own.calls('inside')).length, 0);
    } finally {
      await strict.stop();
    }
  });

  test('the key is never shown, and a provider that repeats it is not quoted', async () => {
    const org = await harness.org();
    const key = 'sk-own-key-of-the-organization';
    await own.script('telltale', { status: 400, errorBody: { error: { message: `Bad request with ${key}` } } });
    const { id } = await connect(org, 'openai_compatible', { base_url: `${own.url}/v1`, models: 'telltale' });
    const shown = await org.expect(200, 'GET', `/v1/connections/${id}/`);
    assert.ok(!JSON.stringify(shown).includes(key));
    const job = await ask(org, 'telltale');
    assert.match(job.error_message, /Bad request with \*{8}/);
    assert.ok(!JSON.stringify(job).includes(key));
  });

  test('its policy holds: an agent that is not listed cannot use it', async () => {
    const org = await harness.org();
    const { id } = await connect(org, 'openai_compatible', { base_url: `${own.url}/v1`, models: 'mine' });
    const policy = { agents: ['01980a6e-7c3f-7b52-9d0e-6f1f5a2b3c4d'] };
    await org.expect(200, 'PATCH', `/v1/connections/${id}/`, { policy });
    const job = await ask(org, 'mine');
    assert.deepEqual([job.status_code, job.error.code], [4, 'errand.connections.refused']);
  });

  test('it is of one organization only', async () => {
    const org = await harness.org();
    await connect(org, 'openai_compatible', { base_url: `${own.url}/v1`, models: 'mine' });
    const other = await harness.org();
    assert.equal((await listed(other)).mine, undefined);
    assert.equal((await ask(other, 'mine')).error.code, 'errand.models.missing');
    await other.expect(403, 'GET', `/v1/organizations/${org.orgId}/models/`);
  });

  test('a region without a known address needs one', async () => {
    const org = await harness.org();
    const body = { name: 'x', connector_type: 'anthropic', config: { region: 'mars' }, auth_config: { api_key: 'k' } };
    const refused = await org.expect(400, 'POST', '/v1/connections/', body);
    assert.match(JSON.stringify(refused), /base_url/);
  });
});

test('only admins change the settings, everybody reads them, and the change is in the audit log', async () => {
  const org = await harness.org();
  await settings(org, { default_model: 'shared' });
  const path = `/v1/organizations/${org.orgId}/models/`;
  const member = { authorization: `Bearer ${await org.keyWithRole('member')}` };
  const read = await org.expect(200, 'GET', path, undefined, member);
  assert.deepEqual([read.default_model, read.house_keys], ['shared', true]);
  await org.expect(
    403,
    'PUT',
    path,
    { default_model: null, chain: [], allow_house_keys: true, batch_lane: 'off' },
    member,
  );
  await org.expect(400, 'PUT', path, { default_model: null, chain: [], allow_house_keys: true, batch_lane: 'x' });
  const { results } = await org.expect(200, 'GET', `/v1/organizations/${org.orgId}/audit/?action=models.updated`);
  assert.deepEqual(results[0].detail.after.default_model, 'shared');
});

test('a model is tried with one call, and one that does not answer fails at once', async () => {
  const org = await harness.org();
  await own.script('gone', { status: 503 });
  await connect(org, 'openai_compatible', { base_url: `${own.url}/v1`, models: 'gone' });
  const tried = async (model: string) =>
    untilFinal(org, (await org.expect(202, 'POST', '/v1/models/try/', { model })).job_id, 60_000);
  assert.equal((await tried('baseline')).status_code, 3);
  const gone = await tried('gone');
  assert.equal(gone.status_code, 4);
  assert.match(gone.error_message, /My openai_compatible is not available/);
});
