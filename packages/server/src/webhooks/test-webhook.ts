import { findLink } from '#orgs/actor.ts';
import type { Caller } from '#platform/caller.ts';
import type { Database } from '#platform/db.ts';
import { AppError } from '#platform/errors.ts';
import { databaseNow, newId } from '#platform/ids.ts';
import type { Outbound } from '#platform/outbound/client.ts';
import { persistentlyForCaller } from '#platform/persist.ts';
import { performAttempt } from './deliver/attempt.ts';
import type { WebhookMetrics } from './deliver/metrics.ts';
import { insertDelivery } from './deliveries-store.ts';
import { buildBody, type CompletedJob } from './message/payload.ts';
import type { Vault } from './message/vault.ts';
import { recordFresh } from './queue/record.ts';
import { toTarget } from './queue/targets.ts';
import type { WebhookRow } from './store.ts';

/** Each test may hold a connection and a request until the deadline. */
const AT_ONCE_MAX = 50;

/** Creates the test call: one immediate attempt, whether the webhook is on or off. */
export function createTester(deps: { database: Database; vault: Vault; outbound: Outbound; metrics: WebhookMetrics }) {
  let running = 0;
  return async function testWebhook(
    caller: Caller,
    webhook: WebhookRow,
    about: Pick<CompletedJob, 'agent' | 'version' | 'organization'>,
  ): Promise<{ success: boolean; status_code: number | null; message: string }> {
    if (running >= AT_ONCE_MAX) throw new AppError('rate_limited', { retryAfterSeconds: 5 });
    running += 1;
    const { orgId } = caller;
    try {
      const at = new Date(databaseNow());
      const id = newId();
      await insertDelivery(deps.database.tenant(orgId), orgId, {
        id,
        webhookId: webhook.id,
        agentId: about.agent.id,
        jobId: null,
        kind: 'test',
        now: at,
        queued: false,
      });
      const { record } = await performAttempt(deps.outbound, {
        delivery: { id, kind: 'test', claimId: null, orgId, webhookId: webhook.id, attempt: 0 },
        body: buildBody(exampleJob(about, at), at),
        target: toTarget(webhook.url, await deps.vault.open(webhook)),
        at,
      });
      deps.metrics.attempted(record.failure, record.totalMs);
      const by = [await findLink(deps.database.tenant(orgId), caller)];
      await persistentlyForCaller((attempt) => recordFresh(deps.database.queue, [record], attempt, by));
      return {
        success: record.succeeded,
        status_code: record.responseStatus,
        message: record.error ?? `The receiver responded with ${record.responseStatus}.`,
      };
    } finally {
      running -= 1;
    }
  };
}

/** Has the same members as a real event; receivers recognize a test by the `webhook-event` header. */
function exampleJob(about: Pick<CompletedJob, 'agent' | 'version' | 'organization'>, at: Date): CompletedJob {
  return {
    ...about,
    id: newId(),
    status: 3,
    cost: 0,
    createdAt: at,
    completedAt: at,
    outputs: [{ key: 'output', data_type: 'text/plain', value: 'This is a test.' }],
    metadata: { test: true },
    errorMessage: null,
  };
}
