import type { Db } from '#platform/db.ts';
import type { DueRun } from './store.ts';

// A rehearsal takes the result of an earlier job where agent version, policy version and inputs are the same: it costs nothing, and
// differences come from the plan alone.

export async function findReusable(
  db: Db,
  { alert_id: alertId }: DueRun,
  { agentId, inputs_sha256 }: { agentId: string; inputs_sha256: string },
): Promise<string | undefined> {
  const rows = await db.query<{ job_id: string }>(
    `select s.job_id from playbook_runs r join playbook_steps s on s.run_id = r.id
     join agents a on a.id = $2 and a.current_version_id = s.agent_version_id
     join job_results e on e.job_id = s.job_id join jobs j on j.id = s.job_id
     left join policy_versions v on v.id = j.policy_version_id left join policies p on p.id = v.policy_id
     where r.alert_id = $1 and s.state = 'succeeded' and s.inputs_sha256 = $3 and e.data_deleted_at is null
       and (j.policy_version_id is null or p.current_version_id = j.policy_version_id)
     order by s.created_at desc limit 1`,
    [alertId, agentId, inputs_sha256],
  );
  return rows[0]?.job_id;
}

/** What the jobs that a rehearsal started have cost. */
export async function sumCost(db: Db, rehearsalId: string): Promise<number> {
  const rows = await db.query<{ cost: number }>(
    `select coalesce(sum(e.cost), 0)::float8 as cost from playbook_runs r join playbook_steps s on s.run_id = r.id
     join job_results e on e.job_id = s.job_id where r.rehearsal_id = $1 and not s.is_reused`,
    [rehearsalId],
  );
  return rows[0]!.cost;
}
