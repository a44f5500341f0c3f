import type { Database } from '#platform/db.ts';
import { databaseNow } from '#platform/ids.ts';
import { briefly, type Metrics } from '#platform/metrics.ts';
import type { LaneHealth } from './deliver/lane.ts';
import { findDueWebhooks } from './queue/claim.ts';

/** Adds gauges for the queue, sampled in the background. A backlog is counted up to a million rows. */
export function addWebhookGauges(metrics: Metrics, database: Database): void {
  metrics.sampled('errand_webhook_queue_deliveries', 'Deliveries in the queue, due now or later', async (set) => {
    const rows = await briefly(database.system, (tx) =>
      tx.query<{ count: number }>('select count(*) as count from (select from webhook_queue limit 1000000) q'),
    );
    set({}, rows[0]!.count);
  });
  metrics.sampled(
    'errand_webhook_queue_oldest_seconds',
    'Seconds since the oldest delivery became due',
    async (set) => {
      // Jumps from webhook to webhook in the index, so a long queue costs no more than a short one.
      const now = databaseNow();
      const due = await briefly(database.queue, (tx) => findDueWebhooks(tx, new Date(now)));
      const oldest = due.reduce((known, { dueAt }) => Math.min(known, dueAt.getTime()), now);
      set({}, (now - oldest) / 1_000);
    },
  );
  metrics.sampled(
    'errand_webhooks',
    'Webhooks by state: active, failing (active, last attempt failed), off, disabled (switched off by the service)',
    async (set) => {
      const rows = await briefly(database.system, (tx) =>
        tx.query<{ state: string; count: number }>(
          `select case when w.is_active and s.failure_count = 0 then 'active' when w.is_active then 'failing'
              when w.disabled_reason is null then 'off' else 'disabled' end as state, count(*) as count
            from webhooks w join webhook_states s on s.webhook_id = w.id where w.deleted_at is null group by 1`,
        ),
      );
      for (const state of ['active', 'failing', 'off', 'disabled'])
        set({ state }, rows.find((row) => row.state === state)?.count ?? 0);
    },
    ['state'],
  );
}

export function addDestinationGauge(metrics: Metrics, destinations: () => Record<LaneHealth, number>): void {
  metrics.live(
    'errand_webhook_destinations',
    'Receivers that this process has sent to, by their health',
    (set) => {
      for (const [state, count] of Object.entries(destinations())) set({ state }, count);
    },
    ['state'],
  );
}
