import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Type } from 'typebox';
import { defineEngine } from '#engines/engine/engine.ts';
import { pluck, startHarness, stopAtEnd } from '../../test/harness.ts';

// An engine with fixed inputs and a configuration it can refuse.
const fixedEngine = defineEngine({
  id: 'FixedEngine',
  name: 'Fixed',
  description: 'For tests.',
  inputs: [
    { key: 'alert_data', data_type: 'text/plain', description: 'An alert.' },
    { key: 'context', data_type: 'text/plain', description: 'More.', required: false },
  ],
  fixedInputs: true,
  supportsMemory: true,
  configSchema: Type.Object({ policy: Type.Optional(Type.String()) }),
  defaultConfig: { policy: 'none' },
  checkConfig: (config) => (config.policy === undefined ? ["'policy' is needed."] : []),
  run: async () => ({ outputs: [] }),
});

const harness = stopAtEnd(await startHarness({ engines: [fixedEngine] }));
const org = await harness.org();

const template = { name: 'Greeter', engine_class_id: 'TemplateEngine' };
async function createAgent(body: Record<string, unknown> = template) {
  return org.expect(201, 'POST', '/v1/agents/', body);
}
const current = async (id: string) => (await org.request('GET', `/v1/agents/${id}/versions/current/`)).body;
const audit = (targetId: string) =>
  harness.database.system.query<{ action: string; actor_key_id: string | null }>(
    'select action, actor_key_id from audit_log where target_id = $1 order by id',
    [targetId],
  );

test('a created agent has every member, the defaults of its engine and an unnamed first version', async () => {
  const agent = await createAgent();
  assert.deepEqual(Object.keys(agent).sort(), [
    'cache_failed_jobs',
    'cache_max_age_seconds',
    'config_warnings',
    'created_at',
    'creator',
    'current_version_id',
    'disable_cache',
    'engine_class_id',
    'engine_name',
    'id',
    'job_count',
    'most_recent_job',
    'name',
    'organization_id',
    'skill_generation_state',
    'tags',
    'updated_at',
  ]);
  assert.equal(agent.organization_id, org.orgId);
  assert.equal(agent.engine_name, 'Template');
  assert.deepEqual([agent.disable_cache, agent.cache_failed_jobs, agent.job_count], [false, false, 0]);
  assert.deepEqual([agent.most_recent_job, agent.skill_generation_state, agent.tags], [null, null, []]);
  assert.match(agent.created_at, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
  assert.equal(agent.updated_at, agent.created_at);
  assert.equal(typeof agent.creator.id, 'number');
  assert.ok(agent.creator.email.includes('@') && agent.creator.display_name !== '');

  const version = await current(agent.id);
  assert.equal(version.id, agent.current_version_id);
  assert.equal(version.version_name, 'unnamed version');
  assert.equal(version.description, '');
  assert.deepEqual(version.engine_config, { template: '${text}' });
  assert.deepEqual(pluck(version.input_definitions, 'key'), ['text']);
  assert.deepEqual(pluck(await audit(agent.id), 'action'), ['agent.created']);
  assert.ok((await audit(agent.id))[0]!.actor_key_id);
});

test('a configuration comes back as it was sent: order, digits, nested values, text that looks like a number', async () => {
  const config = '{"z":{"b":[1,{"a":"${text}"}]},"a":"0.0","n":12345678901234567890,"template":"x"}';
  const body = `{"name":"N","engine_class_id":"TemplateEngine","version_name":"first","description":"why",
    "organization_id":"ignored","input_definitions":[{"key":"text","data_type":"text/plain"},
    {"accepts_multiple_files":null,"key":"doc","data_type":"application/*","description":"d","example":"e","required":false,"extra":1}],
    "engine_config":${config}}`;
  const agent = await org.expect(201, 'POST', '/v1/agents/', body);
  const { text } = await org.request('GET', `/v1/agents/${agent.id}/versions/current/`);
  assert.ok(text.includes(`"engine_config":${config}`), text);
  assert.ok(
    text.includes(
      '[{"key":"text","data_type":"text/plain","description":""},{"accepts_multiple_files":null,"key":"doc",',
    ),
  );
  assert.ok(text.includes('"required":false,"extra":1}]'));
  assert.ok(text.includes('"version_name":"first"') && text.includes('"description":"why"'));
});

test('names have 1 to 200 characters, counted as characters, and need not be unique', async () => {
  const name = '😀'.repeat(200);
  assert.equal((await createAgent({ ...template, name })).name, name);
  assert.equal((await createAgent({ ...template, name })).name, name);
});

const refused: [why: string, body: unknown, field: string][] = [
  ['no name', { engine_class_id: 'TemplateEngine' }, 'name'],
  ['an empty name', { ...template, name: '' }, 'name'],
  ['a blank name', { ...template, name: ' \t' }, 'name'],
  ['a long name', { ...template, name: 'x'.repeat(201) }, 'name'],
  ['a name that is no text', { ...template, name: 5 }, 'name'],
  ['a name that is a long integer', '{"name":12345678901234567890,"engine_class_id":"TemplateEngine"}', 'name'],
  ['no engine', { name: 'x' }, 'engine_class_id'],
  ['an unknown engine', { ...template, engine_class_id: 'openai_chat' }, 'engine_class_id'],
  ['an engine id that is a member of all objects', { ...template, engine_class_id: 'constructor' }, 'engine_class_id'],
  ['a long engine id', { ...template, engine_class_id: 'x'.repeat(201) }, 'engine_class_id'],
  ['an empty version name', { ...template, version_name: '' }, 'version_name'],
  ['a long version name', { ...template, version_name: 'x'.repeat(256) }, 'version_name'],
  ['an empty description', { ...template, description: '' }, 'description'],
  ['a configuration that is a text', { ...template, engine_config: '{}' }, 'engine_config'],
  ['a configuration that is a list', { ...template, engine_config: [] }, 'engine_config'],
  [
    'a configuration that is a long integer',
    '{"name":"x","engine_class_id":"TemplateEngine","engine_config":12345678901234567890}',
    'engine_config',
  ],
  [
    'a configuration that the engine refuses',
    { name: 'x', engine_class_id: 'FixedEngine', engine_config: {} },
    'engine_config',
  ],
  ['definitions that are no list', { ...template, input_definitions: {} }, 'input_definitions'],
  ['a definition without key', { ...template, input_definitions: [{ data_type: 'a/b' }] }, 'input_definitions'],
  ['a definition without type', { ...template, input_definitions: [{ key: 'a' }] }, 'input_definitions'],
  ['a definition that is a text', { ...template, input_definitions: ['a'] }, 'input_definitions'],
];
for (const key of ['1a', 'a-b', '', 'ä', 'a b', 'metadata', 'organization_id', '__proto__', 'x'.repeat(201)]) {
  refused.push([
    `the key '${key.slice(0, 20)}'`,
    { ...template, input_definitions: [{ key, data_type: 'a/b' }] },
    'input_definitions',
  ]);
}
for (const data_type of ['text', 'text/', '/plain', '*/plain', 'a/b/c', 'text/plain; charset=utf-8', '']) {
  refused.push([
    `the type '${data_type}'`,
    { ...template, input_definitions: [{ key: 'a', data_type }] },
    'input_definitions',
  ]);
}
refused.push([
  'a key twice',
  {
    ...template,
    input_definitions: [
      { key: 'a', data_type: 'a/b' },
      { key: 'a', data_type: 'a/b' },
    ],
  },
  'input_definitions',
]);
refused.push([
  'a key that the engine does not declare',
  { name: 'x', engine_class_id: 'FixedEngine', input_definitions: [{ key: 'alert', data_type: 'text/plain' }] },
  'input_definitions',
]);

for (const [why, body, field] of refused) {
  test(`creating with ${why} is refused under ${field}`, async () => {
    const answer = await org.request('POST', '/v1/agents/', body);
    assert.equal(answer.status, 400, answer.text);
    assert.ok(Array.isArray(answer.body[field]) && typeof answer.body[field][0] === 'string', answer.text);
  });
}

test('bodies that are no JSON object are refused with a detail and create nothing', async () => {
  const count = (await org.request('GET', '/v1/agents/')).body.count;
  for (const body of [
    '[]',
    '"x"',
    '5',
    'null',
    '{',
    '{"name":"\\u0000"}',
    '{"__proto__":{}}',
    '{"name":"\\ud800"}',
    '[1,',
  ]) {
    const answer = await org.request('POST', '/v1/agents/', body);
    assert.equal(answer.status, 400, body);
    assert.deepEqual(Object.keys(answer.body), ['detail', 'code'], body);
  }
  assert.equal((await org.request('GET', '/v1/agents/')).body.count, count);
});

test('an engine with fixed inputs takes its own keys, some of them or none given', async () => {
  const agent = await createAgent({
    name: 'F',
    engine_class_id: 'FixedEngine',
    input_definitions: [fixedEngine.inputs[0]],
  });
  const version = await current(agent.id);
  assert.equal(version.input_definitions.length, 1);
  assert.equal(version.supports_memory, true);
  assert.deepEqual(version.engine_config, { policy: 'none' });
  const declared = await createAgent({ name: 'F', engine_class_id: 'FixedEngine', input_definitions: null });
  assert.deepEqual((await current(declared.id)).input_definitions, fixedEngine.inputs);
});
