import type { Db } from '#platform/db.ts';

// Runs that asked for the batch lane of providers. A row means nothing once its deadline is over.

const KEPT = `interval '1 day'`;

export async function insertLanes(tx: Db, orgId: string, lanes: { jobId: string; seconds: number }[]): Promise<void> {
  await tx.run(
    `with old as (delete from job_lanes where deadline_at < now() - ${KEPT})
      insert into job_lanes (job_id, org_id, deadline_at)
      select "jobId", $1, clock_timestamp() + make_interval(secs => seconds)
      from json_to_recordset($2::json) as given ("jobId" uuid, seconds float8) on conflict do nothing`,
    [orgId, JSON.stringify(lanes)],
  );
}

export async function findLaneDeadline(db: Db, jobId: string): Promise<Date | undefined> {
  const [row] = await db.query<{ at: Date }>('select deadline_at as at from job_lanes where job_id = $1', [jobId]);
  return row?.at;
}
