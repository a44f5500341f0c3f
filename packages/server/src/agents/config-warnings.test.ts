import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startHarness, stopAtEnd } from '../../test/harness.ts';
import { runSync } from '../../test/runs.ts';

const harness = stopAtEnd(await startHarness());
const org = await harness.org();

const template = (text: string, key: string) => ({
  engine_config: { template: text },
  input_definitions: [{ key, data_type: 'text/plain', description: '' }],
});
async function create(path: string, body: Record<string, unknown>): Promise<any> {
  return org.expect(201, 'POST', path, body);
}
const createAgent = (body: Record<string, unknown> = template('Dear ${name}', 'name')) =>
  create('/v1/agents/', { name: 'A', engine_class_id: 'TemplateEngine', ...body });
const keysOf = (version: any): string[] => version.input_definitions.map(({ key }: { key: string }) => key);

test('null for configuration and inputs of a new agent gives it the defaults of its engine', async () => {
  const agent = await createAgent({ engine_config: null, input_definitions: null });
  const { body } = await org.request('GET', `/v1/agents/${agent.id}/versions/current/`);
  assert.deepEqual([body.engine_config, keysOf(body)], [{ template: '${text}' }, ['text']]);
});

for (const [what, nothing] of Object.entries({
  null: { engine_config: null, input_definitions: null },
  'an empty object and list': { engine_config: {}, input_definitions: [] },
  nothing: {},
})) {
  test(`a version created with ${what} has what the current one has, and runs`, async () => {
    const agent = await createAgent();
    const version = await create(`/v1/agents/${agent.id}/versions/`, { version_name: 'v2', ...nothing });
    assert.deepEqual([version.engine_config, keysOf(version)], [{ template: 'Dear ${name}' }, ['name']]);
    assert.deepEqual(version.config_warnings, []);
    assert.equal((await runSync(org, agent.id, { name: 'Ada' })).body[0].value, 'Dear Ada');
  });
}

test('members that are left out come from the named base version', async () => {
  const agent = await createAgent();
  const first = agent.current_version_id;
  const path = `/v1/agents/${agent.id}/versions/`;
  await create(path, template('Hello ${you}', 'you'));
  const derived = await create(path, { base_version_id: first, engine_config: null });
  assert.deepEqual([derived.engine_config, keysOf(derived)], [{ template: 'Dear ${name}' }, ['name']]);
  const other = await createAgent();
  for (const id of [other.current_version_id, crypto.randomUUID()]) {
    const refused = await org.request('POST', path, { base_version_id: id });
    assert.deepEqual([refused.status, Object.keys(refused.body)], [400, ['base_version_id']]);
  }
  assert.equal((await org.request('POST', path, { base_version_id: 'x' })).status, 400);
});

test('an engine whose inputs are fixed keeps them when an empty list is sent', async () => {
  const agent = await create('/v1/agents/', { name: 'M', engine_class_id: 'MerchantRiskEngine' });
  const version = await create(`/v1/agents/${agent.id}/versions/`, { input_definitions: [], engine_config: {} });
  assert.ok(keysOf(version).includes('merchant_url'));
});

const warned: [what: string, body: Record<string, unknown>, said: RegExp[]][] = [
  ['nothing when all is well', template('Dear ${name}', 'name'), []],
  [
    'an unknown key and the nearest known one',
    { engine_config: { template: 'x', outputType: 'text/plain', colour: 1 } },
    [/no key 'outputType'.*Did you mean 'output_type'\?/, /no key 'colour': it is kept, but not used\.$/],
  ],
  ['a missing key', { engine_config: {} }, [/Configuration 'template' is required/]],
  ['nothing about an empty template', { engine_config: { template: '' } }, []],
  [
    'a placeholder without an input',
    template('Dear ${nmae}, you owe $5 and $$', 'name'),
    [/\$\{nmae\} names no input.*Did you mean 'name'\?/],
  ],
  [
    'a provider that this server lacks',
    {
      engine_class_id: 'MultimodalExtractionEngine',
      engine_config: { text: '${text}', model: 'claude-sonnet-4-6', output_schema: { type: 'object' } },
    },
    [/The model 'claude-sonnet-4-6' needs the provider anthropic \(ANTHROPIC_API_KEY\)/],
  ],
  [
    'a model that nobody knows, and that neither text nor images are given',
    { engine_class_id: 'MultimodalExtractionEngine', engine_config: { model: 'x', output_schema: { type: 'object' } } },
    [/Configuration 'text' or 'images' is required/, /Unknown model 'x'/],
  ],
];

for (const [what, body, said] of warned) {
  test(`config_warnings of an agent and its version tell ${what}`, async () => {
    const agent = await createAgent(body);
    const matches = (warnings: string[]) => {
      assert.equal(warnings.length, said.length, warnings.join('\n'));
      for (const [index, pattern] of said.entries()) assert.match(warnings[index]!, pattern);
    };
    matches(agent.config_warnings);
    const { body: version } = await org.request('GET', `/v1/agents/${agent.id}/versions/current/`);
    matches(version.config_warnings);
    assert.deepEqual(version.base_agent.config_warnings, version.config_warnings);
    const { body: list } = await org.request('GET', `/v1/agents/?search=${agent.id}`);
    matches(list.results[0].config_warnings);
  });
}

test('a value of the wrong type stays a 400, unless it is a placeholder', async () => {
  const post = (output_type: unknown) =>
    org.request('POST', '/v1/agents/', {
      name: 'A',
      engine_class_id: 'TemplateEngine',
      engine_config: { template: 'x', output_type },
    });
  const refused = await post(7);
  assert.deepEqual([refused.status, Object.keys(refused.body)], [400, ['engine_config']]);
  assert.equal((await post('${text}')).status, 201);
});

test('a long configuration is checked where its version is shown, and a list of agents says so', async () => {
  const unknown = Object.fromEntries(Array.from({ length: 4_900 }, (_, at) => [`unknown_${at}`, at]));
  const agent = await createAgent({ engine_config: { template: 'x', ...unknown } });
  assert.match(agent.config_warnings[0], /longer than 64 KiB/);
  const { body } = await org.request('GET', `/v1/agents/${agent.id}/versions/current/`);
  assert.equal(body.config_warnings.length, 21);
  assert.match(body.config_warnings[0], /no key 'unknown_0'/);
  assert.equal(body.config_warnings.at(-1), 'There are 4880 more warnings.');
});
