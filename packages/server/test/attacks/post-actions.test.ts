import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startSystem } from '../connections/systems.ts';
import { testEngines } from '../engines.ts';
import { startHarness, stopAtEnd, type TestOrg, until } from '../harness.ts';
import { createAgent, startJob, untilFinal } from '../runs.ts';

// Post actions of one organization that fill the queue, with a neighbour who has a single one.

const MANY = 2_000;
/** Slow enough that the many take far longer than the one. */
const RECEIVER_MS = 50;

const system = stopAtEnd(await startSystem(() => ({ status: 200 }), RECEIVER_MS));
const harness = stopAtEnd(await startHarness({ engines: testEngines, env: { ERRAND_OUTBOUND_ALLOW: '127.0.0.0/8' } }));

async function agentThatTells(org: TestOrg): Promise<string> {
  const { id: connection_id } = await org.expect(201, 'POST', '/v1/connections/', {
    connector_type: 'slack',
    name: 'Chat',
    config: {},
    auth_config: { webhook_url: `${system.url}/hook` },
  });
  const agent = await createAgent(org, 'EchoEngine');
  await org.expect(201, 'POST', `/v1/agents/${agent.id}/versions/`, {
    post_actions: [
      { name: 'Tell', connection_id, operation: 'post_message', trigger_on: [3], param_mappings: { text: 'Done' } },
    ],
  });
  return agent.id;
}

const isDelivered = (org: TestOrg, jobId: string) => async () => {
  const [action] = (await org.request('GET', `/v1/agents/jobs/${jobId}/`)).body.post_actions;
  return action?.status === 'succeeded';
};

async function pendingOf(orgId: string): Promise<number> {
  const [row] = await harness.database.system.query<{ count: number }>(
    `select count(*)::int as count from post_action_deliveries where org_id = $1::uuid and status = 'pending'`,
    [orgId],
  );
  return row!.count;
}

test('the action of one organization does not wait for the thousands of another', async () => {
  const greedy = await harness.org({ name: 'Greedy' });
  const modest = await harness.org({ name: 'Modest' });
  const [wasteful, thrifty] = [await agentThatTells(greedy), await agentThatTells(modest)];
  const first = await untilFinal(greedy, await startJob(greedy, wasteful, { text: 'x' }));
  await until(isDelivered(greedy, first.id), 'the first delivery');
  await harness.database.system.run(
    `insert into post_action_deliveries (id, org_id, job_id, agent_id, position, name, connection_id, operation, params,
       next_attempt_at, created_at)
     select errand_new_id(clock_timestamp()), org_id, job_id, agent_id, position + n, name, connection_id, operation,
       params, clock_timestamp(), clock_timestamp()
     from post_action_deliveries, generate_series(1, ${MANY}) n where job_id = $1::uuid`,
    [first.id],
  );
  const job = await untilFinal(modest, await startJob(modest, thrifty, { text: 'x' }));
  await until(isDelivered(modest, job.id), "the neighbour's delivery");
  const left = await pendingOf(greedy.orgId);
  assert.ok(left > MANY / 2, `only ${left} of ${MANY} were left when the neighbour's turn came`);
});
