import type { Db } from '#platform/db.ts';

// The outbox of post actions: the statement that ends a job also writes its deliveries, as it does for webhooks.

/**
 * A common table expression for such a statement. `ended` selects job_id, org_id, agent_id, version_id, status and
 * finished_at of the jobs that end in it.
 */
export const publishActions = (ended: string): string => `
  acted as (
    insert into post_action_deliveries (id, org_id, job_id, agent_id, position, name, connection_id, operation, params,
      next_attempt_at, created_at)
    select errand_new_id(e.finished_at), e.org_id, e.job_id, e.agent_id, a.position, a.action ->> 'name',
      (a.action ->> 'connection_id')::uuid, a.action ->> 'operation', a.action -> 'param_mappings', e.finished_at,
      e.finished_at
    from (${ended}) e
    join agent_versions v on v.id = e.version_id
    cross join lateral json_array_elements(v.post_actions) with ordinality as a (action, position)
    where (a.action -> 'trigger_on')::jsonb @> to_jsonb(e.status)
  )`;

/** Writes the deliveries for an event other than the job's end. Their templates see this payload. */
export async function publishNotices(
  tx: Db,
  given: { orgId: string; jobId: string; event: 'waiting' | 'review_due'; payload(): Promise<string> },
): Promise<void> {
  const { orgId, jobId, event } = given;
  const asked = await tx.query<{ position: number }>(
    `select a.position::int from jobs j join agent_versions v on v.id = j.version_id
       cross join lateral json_array_elements(v.post_actions) with ordinality as a (action, position)
     where j.org_id = $1::uuid and j.id = $2::uuid and (a.action -> 'trigger_on')::jsonb @> to_jsonb($3::text)`,
    [orgId, jobId, event],
  );
  if (asked.length === 0) return;
  await tx.run(
    `insert into post_action_deliveries (id, org_id, job_id, agent_id, position, name, connection_id, operation, params,
       payload, next_attempt_at, created_at)
     select errand_new_id(clock_timestamp()), j.org_id, j.id, j.agent_id, a.position, a.action ->> 'name',
       (a.action ->> 'connection_id')::uuid, a.action ->> 'operation', a.action -> 'param_mappings', $4::json,
       clock_timestamp(), clock_timestamp()
     from jobs j join agent_versions v on v.id = j.version_id
       cross join lateral json_array_elements(v.post_actions) with ordinality as a (action, position)
     where j.org_id = $1::uuid and j.id = $2::uuid and a.position = any ($3::int[])`,
    [orgId, jobId, asked.map(({ position }) => position), await given.payload()],
  );
}
