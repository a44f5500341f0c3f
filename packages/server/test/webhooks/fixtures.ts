import assert from 'node:assert/strict';
import { findCompletedJobs } from '#jobs/read/completed-jobs.ts';
import { createMetrics } from '#platform/metrics.ts';
import { parseNetwork } from '#platform/outbound/addresses.ts';
import { createOutbound } from '#platform/outbound/client.ts';
import { createDeliverer, type DelivererOptions } from '#webhooks/deliver/deliverer.ts';
import { createWebhookMetrics } from '#webhooks/deliver/metrics.ts';
import { createVault } from '#webhooks/message/vault.ts';
import type { Harness, TestOrg } from '../harness.ts';
import { testBox } from '../secret-box.ts';

export async function createAgent(org: TestOrg, config: Record<string, unknown> = { template: 'Hello ${name}' }) {
  const agent = await org.expect(201, 'POST', '/v1/agents/', {
    name: 'Greeter',
    engine_class_id: 'TemplateEngine',
    input_definitions: [{ key: 'name', data_type: 'text/plain', required: false }],
    engine_config: config,
  });
  return agent as { id: string; current_version_id: string };
}

export async function createHook(org: TestOrg, agentIds: string[], fields: Record<string, unknown>) {
  const hook = await org.expect(201, 'POST', '/webhooks/', { name: 'Hook', ...fields });
  if (agentIds.length > 0) {
    const linked = await org.request('POST', `/webhooks/${hook.id}/agents/`, { agent_ids: agentIds });
    assert.deepEqual([linked.status, linked.body], [201, { agent_ids: agentIds }]);
  }
  return hook as { id: string; secret: string } & Record<string, any>;
}

/** Runs a job to its end and gives its id. */
export async function runJob(org: TestOrg, agentId: string, body: unknown = {}, headers: Record<string, string> = {}) {
  const answer = await org.request('POST', `/v1/agents/run/${agentId}/`, body, { 'x-skip-cache': 'true', ...headers });
  return answer.headers.get('x-agent-job-id')!;
}

export const deliveriesOf = async (org: TestOrg, hookId: string, query = '') =>
  (await org.request('GET', `/webhooks/${hookId}/deliveries/${query}`)).body.results as any[];

/** A deliverer of its own over the harness's database, for tests that hold the clock in their hands. */
export function makeDeliverer(harness: Harness, options: Partial<DelivererOptions> = {}) {
  const outbound = createOutbound({
    allow: [parseNetwork('127.0.0.0/8')!],
    limits: { totalMs: 2_000, connectMs: 1_000 },
  });
  const deliverer = createDeliverer({
    database: harness.database,
    vault: createVault(harness.database.system, testBox(harness.database.system)),
    outbound,
    log: harness.log,
    metrics: createWebhookMetrics(createMetrics()),
    concurrency: 16,
    findJobs: (ids) => findCompletedJobs(harness.database.queue, ids),
    backoffMsMax: 0,
    ...options,
  });
  return { ...deliverer, outbound };
}
