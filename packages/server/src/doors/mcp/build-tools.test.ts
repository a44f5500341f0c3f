import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { pluck, startHarness, stopAtEnd, until } from '../../../test/harness.ts';

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
    assert.deepEqual([first.body.cost.runs, first.body.cost.total], [2, null]);
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

test('SQL that runs agents asks first and shows its cost, other SQL runs at once', async () => {
  const agent = await org.expect(201, 'POST', '/v1/agents/', { name: 'SQL letter', ...letter });
  const asked: string[] = [];
  let agrees = false;
  const asking = await connect('auto', ({ message }) => {
    asked.push(message);
    return agrees;
  });
  const plain = await connect('auto');
  assert.equal((await asking('run_sql', { query: 'select 1 as one' })).isError, undefined);
  assert.equal(asked.length, 0);
  const query = `select run_agent_sync('${agent.id}', MAP {'name': n}) as text from (values ('Ada'), ('Bob')) as people(n)`;
  const jobs = async (): Promise<number> => (await org.expect(200, 'GET', `/v1/agents/${agent.id}/jobs/`)).count;
  for (const given of [{ query, preview: true }, { query }]) {
    const { body, text } = await plain('run_sql', given);
    assert.deepEqual([body.done, body.would_run.query, body.cost.jobs, body.cost.total], [false, query, 2, null], text);
  }
  assert.match((await asking('run_sql', { query })).text, /did not agree/);
  assert.equal(await jobs(), 0);
  agrees = true;
  assert.match((await asking('run_sql', { query })).text, /Dear Ada/);
  assert.equal(await jobs(), 2);
  assert.match(asked[0]!, /"jobs": 2/);
  const { body: known } = await plain('run_sql', { query });
  assert.equal(known.cost.total, 0);
  assert.match((await plain('run_sql', { query, confirm: true })).text, /Dear Bob/);
});

test('a schedule or trigger is switched on or quickened only after the person has seen the cost', async () => {
  const agent = await org.expect(201, 'POST', '/v1/agents/', { name: 'Watched letter', ...letter });
  await org.expect(200, 'POST', `/v1/agents/run/${agent.id}/`, { inputs: { name: 'Ada' } });
  const call = await connect('auto');
  const resources = [
    { thing: 'schedule', path: '/v1/schedules/', body: { every_seconds: 86_400, inputs: { name: 'Ada' } } },
    { thing: 'trigger', path: '/v1/triggers/', body: { kind: 'http', mapping: { name: '${event.body.name}' } } },
  ];
  for (const { thing, path, body } of resources) {
    const made = { ...body, name: `Watched ${thing}`, agent_id: agent.id, enabled: false };
    const { id } = await org.expect(201, 'POST', path, made);
    const update = (given: object) => call(`update_${thing}`, { [`${thing}_id`]: id, ...given });
    const isEnabled = async (): Promise<boolean> => (await org.expect(200, 'GET', `${path}${id}/`)).enabled;
    assert.equal((await update({ name: `Renamed ${thing}` })).body.name, `Renamed ${thing}`);
    const shown = await update({ enabled: true });
    assert.deepEqual([shown.body.done, shown.body.cost.per_run, shown.body.cost.based_on_jobs], [false, 0, 1]);
    assert.match(shown.body.warning, /cost credits/);
    assert.equal(await isEnabled(), false);
    assert.equal((await update({ enabled: true, confirm: true })).body.enabled, true);
    assert.equal((await update({ enabled: false })).body.enabled, false);
  }
  const { results } = await org.expect(200, 'GET', '/v1/schedules/?search=Renamed');
  const quicker = await call('update_schedule', { schedule_id: results[0].id, every_seconds: 60 });
  assert.deepEqual([quicker.body.before, quicker.body.after], [{ every_seconds: 86_400 }, { every_seconds: 60 }]);
  assert.equal((await call('run_schedule', { schedule_id: results[0].id })).body.cost.runs, 1);
});

test('jobs that wait for a person are found by the state that people see', async () => {
  const agent = await org.expect(201, 'POST', '/v1/agents/', { name: 'Approved letter', ...letter });
  await org.expect(201, 'POST', `/v1/agents/${agent.id}/versions/`, {
    ...letter,
    approval: { when: 'always', role: 'admin' },
  });
  const jobId = await org.expect(200, 'POST', `/v1/agents/run/${agent.id}/async/`, { inputs: { name: 'Ada' } });
  await until(async () => (await org.expect(200, 'GET', `/v1/agents/jobs/${jobId}/`)).waiting !== null, 'the wait');
  const call = await connect('auto');
  const found = async (display_status: string) =>
    (await call('search_jobs', { agent_id: agent.id, display_status })).body.results;
  assert.deepEqual(pluck(await found('waiting'), 'id', 'display_status'), [[jobId, 'waiting']]);
  assert.deepEqual(await found('running,failed'), []);
});

test('a policy is made in versions, and a viewer builds nothing', async () => {
  const call = await connect('auto');
  const content = { guidelines: { categories: [{ title: 'A', rules: [{ title: 'a rule' }] }] } };
  const { body: policy, text } = await call('create_policy', { name: 'Refunds', content });
  assert.ok(policy.id, text);
  const asViewer = await connect('auto', undefined, await org.keyWithRole('viewer'));
  assert.equal((await asViewer('create_agent', { name: 'No', ...letter })).isError, true);
  assert.equal((await asViewer('get_policy', { policy_id: policy.id })).body.name, 'Refunds');
});
