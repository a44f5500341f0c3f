// Deliveries are written by the very statement that ends their jobs, as those of webhooks are.

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
