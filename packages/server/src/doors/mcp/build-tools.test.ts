import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { startHarness, stopAtEnd } from '../../../test/harness.ts';

// The official client builds an agent, a policy, an evaluation and a schedule, and is asked before it deletes or spends.

const harness = stopAtEnd(await startHarness());
const org = await harness.org();

type Elicited = { message: string };
async function connect(mode: 'legacy' | 'auto', decide?: (asked: Elicited) => boolean, apiKey = org.apiKey) {
  const capabilities = decide ? { elicitation: { form: {} } } : {};
  const client = new Client({ name: 'test', version: '1' }, { versionNegotiation: { mode }, capabilities });
  if (decide)
    client.setRequestHandler('elicitation/create', async ({ params }) => ({
      action: 'accept',
      content: { confirm: decide(params as Elicited) },
    }));
  const requestInit = { headers: { authorization: `Bearer ${apiKey}` } };
  await client.connect(new StreamableHTTPClientTransport(new URL(`${harness.baseUrl}/mcp`), { requestInit }));
  stopAtEnd({ stop: () => client.close() });
  return async (name: string, args: object = {}): Promise<{ isError?: boolean; body: any; text: string }> => {
    const result = await client.callTool({ name: `errand_${name}`, arguments: { ...args } });
    const { text } = result.content[0] as { text: string };
    return { ...(result.isError === true && { isError: true }), body: result.structuredContent, text };
  };
}

const letter = {
  engine_class_id: 'TemplateEngine',
  input_definitions: [{ key: 'name', data_type: 'text/plain', description: '' }],
  engine_config: { template: 'Dear ${name}' },
};

test('an agent is created, previewed, changed and run, all through tools', async () => {
  const call = await connect('auto');
  const { body: agent } = await call('create_agent', { name: 'Built letter', ...letter });
  const preview = await call('update_agent', { agent_id: agent.id, name: 'Renamed', preview: true });
  assert.deepEqual([preview.body.before, preview.body.after], [{ name: 'Built letter' }, { name: 'Renamed' }]);
  assert.equal((await org.expect(200, 'GET', `/v1/agents/${agent.id}/`)).name, 'Built letter');
  await call('update_agent', { agent_id: agent.id, name: 'Renamed' });
  assert.equal((await org.expect(200, 'GET', `/v1/agents/${agent.id}/`)).name, 'Renamed');
  const version = await call('create_agent_version', {
    agent_id: agent.id,
    version_name: 'second',
    engine_config: { template: 'Hello ${name}' },
  });
  assert.equal(version.isError, undefined, version.text);
  const listed = await call('list_agent_versions', { agent_id: agent.id });
  assert.equal(listed.body.results.length, 2);
});

test('the person is asked before something is deleted, and what they refuse stays', async () => {
  const { id } = await org.expect(201, 'POST', '/v1/agents/', { name: 'Kept', ...letter });
  const asked: string[] = [];
  let agrees = false;
  const call = await connect('auto', ({ message }) => {
    asked.push(message);
    return agrees;
  });
  assert.match((await call('delete_agent', { agent_id: id })).text, /did not agree/);
  await org.expect(200, 'GET', `/v1/agents/${id}/`);
  agrees = true;
  assert.equal((await call('delete_agent', { agent_id: id })).isError, undefined);
  await org.expect(404, 'GET', `/v1/agents/${id}/`);
  assert.equal(asked.length, 2);
  assert.match(asked[0]!, /Kept/);
});

for (const mode of ['legacy', 'auto'] as const) {
  test(`a client that cannot ask gets the preview first, and confirms (${mode})`, async () => {
    const agent = await org.expect(201, 'POST', '/v1/agents/', { name: `Set ${mode}`, ...letter });
    const call = await connect(mode);
    const { body: set } = await call('create_evaluation_set', { name: `Letters ${mode}`, agent_id: agent.id });
    const cases = { set_id: set.id, csv: 'name,expected.output\nAda,Dear Ada\nBob,Dear Bob' };
    assert.equal((await call('add_evaluation_cases', cases)).isError, undefined);
    const first = await call('run_evaluation', { set_id: set.id });
    assert.deepEqual([first.body.done, first.body.of.case_count], [false, 2]);
    assert.match(first.body.warning, /cost credits/);
    const { count } = await org.expect(200, 'GET', `/v1/evaluation-sets/${set.id}/runs/`);
    assert.equal(count, 0);
    const second = await call('run_evaluation', { set_id: set.id, confirm: true });
    assert.equal(second.isError, undefined, second.text);
    const schedule = { name: `Daily ${mode}`, agent_id: agent.id, cron: '@daily', inputs: { name: 'Ada' } };
    assert.equal((await call('create_schedule', schedule)).body.done, false);
    const made = await call('create_schedule', { ...schedule, confirm: true });
    assert.equal(made.body.name, schedule.name, made.text);
  });
}

test('a policy is made in versions, and a viewer builds nothing', async () => {
  const call = await connect('auto');
  const content = { guidelines: { categories: [{ title: 'A', rules: [{ title: 'a rule' }] }] } };
  const { body: policy, text } = await call('create_policy', { name: 'Refunds', content });
  assert.ok(policy.id, text);
  const asViewer = await connect('auto', undefined, await org.keyWithRole('viewer'));
  assert.equal((await asViewer('create_agent', { name: 'No', ...letter })).isError, true);
  assert.equal((await asViewer('get_policy', { policy_id: policy.id })).body.name, 'Refunds');
});
