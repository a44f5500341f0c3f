import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { startHarness, stopAtEnd } from '../../../test/harness.ts';
import { createPerson } from '../../../test/people.ts';

// The official client takes a case from its alert to a decision that a person agrees to, as an analyst.

const harness = stopAtEnd(await startHarness());
const org = await harness.org();
const admin = await createPerson(harness, org, 'admin');
const analyst = await createPerson(harness, org, 'analyst');
const queue = await org.expect(201, 'POST', '/v1/case-queues/', {
  name: 'Payments',
  clocks: [{ name: 'Report', from: 'alert', hours: 72 }],
  four_eyes: { outcomes: ['report'] },
});

type Answer = { isError?: boolean; body: any; text: string };
async function connect(apiKey: string, agrees?: () => boolean) {
  const capabilities = agrees ? { elicitation: { form: {} } } : {};
  const client = new Client({ name: 'test', version: '1' }, { versionNegotiation: { mode: 'auto' }, capabilities });
  if (agrees)
    client.setRequestHandler('elicitation/create', async () => ({ action: 'accept', content: { confirm: agrees() } }));
  const requestInit = { headers: { authorization: `Bearer ${apiKey}` } };
  await client.connect(new StreamableHTTPClientTransport(new URL(`${harness.baseUrl}/mcp`), { requestInit }));
  stopAtEnd({ stop: () => client.close() });
  const call = async (name: string, args: object = {}): Promise<Answer> => {
    const result = await client.callTool({ name: `errand_${name}`, arguments: { ...args } });
    const { text } = result.content[0] as { text: string };
    return { ...(result.isError === true && { isError: true }), body: result.structuredContent, text };
  };
  return { client, call };
}
const alert = (external_id: string) => ({
  queue: queue.id,
  external_id,
  subject: { kind: 'person', name: 'Jane Roe', identifiers: { account: external_id } },
  rule: 'round sums',
  detected_at: '2026-03-27T11:00:00Z',
});

test('a case goes from its alert to a decision through tools, and the person is asked before it closes', async () => {
  let agrees = false;
  const { call } = await connect(await analyst.personalKey(), () => agrees);
  const { body: sent, text } = await call('send_case_alert', alert('mcp-1'));
  assert.ok(sent?.case_id, text);
  const the = { desk_case_id: sent.case_id };
  await call('assign_case', { ...the, user_id: analyst.userId });
  assert.equal((await call('add_case_note', { ...the, text: 'A wage.' })).isError, undefined);
  const task = await call('add_case_task', { ...the, title: 'Ask the bank' });
  assert.ok((await call('update_case_task', { ...the, case_task_id: task.body.id, done: true })).body.done_at);
  const paused = await call('pause_case_clock', { ...the, name: 'Report', reason: 'Asked.', paused: true });
  assert.equal(paused.body.state, 'waiting');
  const { body: draft } = await call('get_case_report', { ...the, template: 'no_report' });
  assert.equal(draft.template, 'no_report');

  const no = { ...the, outcome: 'no_report', reason_code: 'clear', narrative: 'A wage.' };
  assert.match((await call('decide_case', no)).text, /did not agree/);
  assert.notEqual((await call('get_case', the)).body.state, 'closed');
  agrees = true;
  assert.equal((await call('decide_case', no)).body.state, 'closed');
  const { body: timeline } = await call('get_case_timeline', the);
  assert.deepEqual([timeline.results[0].kind, timeline.results[0].actor.user_id], ['decided', analyst.userId]);
  assert.equal((await call('list_cases', { state: 'closed' })).body.count, 1);
});

test('no tool approves, rejects or restricts, and a restricted case is nowhere for a key of the organization', async () => {
  const { client, call } = await connect(org.apiKey);
  const { tools } = await client.listTools();
  const names = tools.map(({ name }) => name);
  assert.ok(names.includes('errand_decide_case'));
  assert.deepEqual(
    names.filter((name) => /approve|reject|restrict/.test(name)),
    [],
  );
  const { body: sent } = await call('send_case_alert', alert('mcp-2'));
  await admin.expect(200, 'POST', `/v1/cases/${sent.case_id}/restrict/`, { user_ids: [analyst.userId] });
  assert.equal((await call('get_case', { desk_case_id: sent.case_id })).isError, true);
  assert.equal((await call('get_case_timeline', { desk_case_id: sent.case_id })).isError, true);
  const mine = await connect(await analyst.personalKey());
  assert.equal((await mine.call('get_case', { desk_case_id: sent.case_id })).body.restricted, true);
});

test('a viewer reads cases through tools and changes none', async () => {
  const { call } = await connect(await org.keyWithRole('viewer'));
  assert.equal((await call('list_cases')).isError, undefined);
  assert.equal((await call('send_case_alert', alert('mcp-3'))).isError, true);
});
