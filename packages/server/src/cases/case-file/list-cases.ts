import type { Db } from '#platform/db.ts';
import { AppError } from '#platform/errors.ts';

const CASES_MAX = 10_000;

type Row = { job_id: string; agent_id: string; status_code: number; verdict: string | null; finished_at: Date };

/** Finished jobs of a time, in the order of their ends. */
export async function listCases(
  db: Db,
  orgId: string,
  { from, to, agentId }: { from: Date; to: Date; agentId: string | null },
) {
  const rows = await db.query<Row>(
    `select job_id, agent_id, status as status_code, ui_fields->>'verdict' as verdict, finished_at from job_results
     where org_id = $1::uuid and finished_at >= $2::timestamptz and finished_at < $3::timestamptz
       and ($4::uuid is null or agent_id = $4::uuid)
     order by finished_at, job_id limit ${CASES_MAX + 1}`,
    [orgId, from, to, agentId],
  );
  if (rows.length > CASES_MAX)
    throw new AppError('invalid_request', {
      detail: `More than ${CASES_MAX} jobs ended in this time. Ask for a shorter one.`,
    });
  return rows.map((row) => ({ ...row, finished_at: row.finished_at.toISOString() }));
}
