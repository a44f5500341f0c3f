import { jobStatus, succeededStatuses } from '@errand/contract/job-status.ts';

// The statement that ends a job also writes the events of agent triggers, like the deliveries of webhooks. For a job
// whose agent starts no other, this costs one index look-up.

const statusOf = `case when e.status in (${succeededStatuses.join(', ')}) then 'succeeded'
  when e.status = ${jobStatus.cancelled} then 'cancelled' else 'failed' end`;

/**
 * Returns a common table expression for such a statement. `ended` selects job_id, org_id, agent_id, status and
 * finished_at of the jobs that end in it.
 */
export const publishEvents = (ended: string): string => `
  triggered as (
    insert into trigger_runs (id, org_id, trigger_id, delivery_key, source_job_id, outcome, take_at, at)
    select errand_new_id(e.finished_at), e.org_id, t.id, e.job_id::text, e.job_id, 'starting', e.finished_at, e.finished_at
    from (${ended}) e
    join triggers t on t.source_agent_id = e.agent_id and t.org_id = e.org_id
    where t.enabled and ${statusOf} = any (t.statuses)
    on conflict (trigger_id, delivery_key) do nothing
  )`;
