// The outbox: the statement that ends jobs also writes their deliveries, so that neither exists without the other. For
// a job whose agent has no webhook, this costs one index look-up.

/**
 * Returns common table expressions for such a statement. `ended` selects job_id, org_id, agent_id and finished_at of
 * the jobs that end in it; it must leave out cancelled ones.
 */
export const publishDeliveries = (ended: string): string => `
  published as (
    insert into webhook_deliveries (id, org_id, webhook_id, agent_id, job_id, kind, next_attempt_at, created_at)
    select errand_new_id(e.finished_at), e.org_id, l.webhook_id, e.agent_id, e.job_id, 'job', e.finished_at, e.finished_at
    from (${ended}) e
    join webhook_agents l on l.agent_id = e.agent_id
    join webhooks w on w.id = l.webhook_id and w.org_id = e.org_id
    where w.is_active and w.fires_on_completion and w.deleted_at is null
    returning id, org_id, webhook_id, job_id, created_at
  ),
  to_deliver as (
    insert into webhook_queue (delivery_id, webhook_id, org_id, job_id, due_at)
    select id, webhook_id, org_id, job_id, created_at from published
  )`;

/** An expression for the same statement: the webhooks that got deliveries, or null. */
export const publishedWebhooks = '(select array_agg(distinct webhook_id)::text[] from published)';
