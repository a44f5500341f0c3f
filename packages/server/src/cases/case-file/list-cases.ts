import type { Archive } from '#jobs/archive/archive.ts';
import type { Db } from '#platform/db.ts';
import { AppError } from '#platform/errors.ts';

const CASES_MAX = 10_000;

type Row = { job_id: string; agent_id: string; status_code: number; verdict: string | null; finished_at: Date };

/** Lists the jobs that ended in a period, in the order of their ends. */
export async function listCases(
  { db, archive }: { db: Db; archive: Archive },
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
  for (const row of await archive.listEnded(orgId, { from, to, agentId, size: CASES_MAX + 1 }))
    rows.push({
      job_id: row.id,
      agent_id: row.agent_id,
      status_code: row.status,
      verdict: row.verdict,
      finished_at: row.finished_at,
    });
  if (rows.length > CASES_MAX)
    throw new AppError('invalid_request', {
      detail: `More than ${CASES_MAX} jobs ended in this period. Use a shorter period.`,
    });
  rows.sort(
    (one, other) => one.finished_at.getTime() - other.finished_at.getTime() || (one.job_id < other.job_id ? -1 : 1),
  );
  return rows.map((row) => ({ ...row, finished_at: row.finished_at.toISOString() }));
}
