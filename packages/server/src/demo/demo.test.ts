import assert from 'node:assert/strict';
import { test } from 'node:test';
import { pluck, startHarness, stopAtEnd, until } from '../../test/harness.ts';
import { createAgent, runSync } from '../../test/runs.ts';

const harness = stopAtEnd(await startHarness());
const org = await harness.org();

const list = async (path: string): Promise<any[]> => {
  const { body } = await org.request('GET', path);
  return Array.isArray(body) ? body : body.results;
};
const allJobs = (): Promise<any[]> => list('/v1/agents/jobs/?page_size=100');

test('the demo has jobs of every kind, a verdict to review and a filled table, and costs nothing', async () => {
  const made = await org.expect(201, 'POST', '/v1/demo/', {});
  assert.equal(made.agents.length, 5);
  const again = await org.expect(200, 'POST', '/v1/demo/', {});
  assert.deepEqual(again, made, 'asked twice, made once');

  const statuses = async () => (await allJobs()).map(({ status_code: code }) => code).sort();
  // Two letters, two invoices, one label, two listings and four cells succeed; one label fails; one note waits.
  await until(
    async () => (await statuses()).filter((code) => code >= 3).length >= 12,
    'all but the waiting job to end',
  );
  const jobs = await allJobs();
  const failures = jobs.filter(({ status_code: code }) => code === 4).map(({ agent_name: name }) => name);
  assert.deepEqual(failures, ['Label printer (demo)'], 'only what is meant to');
  assert.ok(
    jobs.some(({ status_code: code }) => code < 3),
    'one waits for an approval',
  );
  assert.deepEqual(
    jobs.filter(({ cost }) => cost > 0),
    [],
  );
  const verdicts = jobs.map(({ ui_fields: fields }) => fields?.verdict).filter(Boolean);
  assert.deepEqual(verdicts.sort(), ['approved', 'rejected']);
  await until(async () => (await list('/v1/reviews/')).length === 2, 'both verdicts to be drawn for review');
  const query = { query: 'select count(letter) from demo_orders' };
  await until(async () => (await org.request('POST', '/v1/database/query/', query)).status === 200, 'the table');
  const { body } = await org.request('POST', '/v1/database/query/', query);
  assert.deepEqual(body[0].result_rows, [[4]]);
  for (const agent of await list('/v1/agents/')) assert.deepEqual(agent.tags[0].name, 'demo', agent.name);
});

test('removal takes the demo away with its jobs and data, and nothing that others made', async () => {
  const own = await createAgent(org, 'TemplateEngine', { inputs: [{ key: 'text' }] });
  await runSync(org, own.id, { text: 'mine' });
  const removed = await org.expect(200, 'DELETE', '/v1/demo/');
  assert.deepEqual([removed.agents, removed.policies, removed.tables], [5, 1, 1]);
  assert.ok(removed.jobs >= 13);
  assert.deepEqual(pluck(await list('/v1/agents/'), 'id'), [own.id]);
  assert.deepEqual(pluck(await allJobs(), 'agent_id'), [own.id]);
  for (const path of ['/v1/policies/', '/v1/tables/', '/v1/agents/tags/', '/v1/reviews/'])
    assert.deepEqual(await list(path), [], path);
  assert.equal((await org.request('GET', '/v1/demo/')).body.created_at, null);
  const log = (await org.request('GET', `/v1/organizations/${org.orgId}/audit/?page_size=100`)).body.results;
  const actions = new Set(log.map((entry: { action: string }) => entry.action));
  for (const action of ['demo.created', 'demo.removed', 'agent.created', 'agent.deleted', 'policy.created'])
    assert.ok(actions.has(action), action);
  const again = await org.request('DELETE', '/v1/demo/');
  assert.deepEqual(again.body, { agents: 0, jobs: 0, policies: 0, tables: 0 });
});

test('a viewer can neither make nor remove it, and another organization does not see it', async () => {
  const viewer = await org.keyWithRole('viewer');
  for (const method of ['POST', 'DELETE']) {
    const answer = await fetch(`${harness.baseUrl}/v1/demo/`, {
      method,
      headers: { authorization: `Bearer ${viewer}` },
    });
    assert.equal(answer.status, 403);
  }
  await org.request('POST', '/v1/demo/', {});
  const other = await harness.org({ name: 'Other' });
  assert.equal((await other.request('GET', '/v1/demo/')).body.created_at, null);
});
