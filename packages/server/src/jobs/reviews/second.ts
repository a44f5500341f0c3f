import type { Db } from '#platform/db.ts';
import { newId } from '#platform/ids.ts';
import type { TaskRow } from './tasks-store.ts';

// A share of first reviews gets a second review by somebody else. The draw depends only on the plan and the job, so
// that nobody can decide again until the draw suits them.

/** A deterministic number from 0 to 1 for the plan `p`, the job and the purpose. */
export const draw = (job: string, purpose: string): string =>
  `(('x' || left(md5(p.salt::text || ${job}::text || '${purpose}'), 8))::bit(32)::bigint / 4294967296.0)`;

/** Opens the second review after the first one was decided, if the job is drawn. */
export async function openSecond(tx: Db, first: TaskRow): Promise<boolean> {
  if (first.round === 2) return false;
  const opened = await tx.run(
    `insert into review_tasks (id, org_id, job_id, agent_id, version_id, reason, round, first_id, attachment, due_at,
       reading_seconds, created_at)
     select $3, t.org_id, t.job_id, t.agent_id, t.version_id, t.reason, 2, t.id, t.attachment,
       clock_timestamp() + p.due_hours * interval '1 hour', t.reading_seconds, clock_timestamp()
     from review_tasks t join review_plans p on p.agent_id = t.agent_id and p.org_id = t.org_id
     where t.org_id = $1 and t.id = $2 and ${draw('t.job_id', 'second')} < p.second_review_rate`,
    [first.orgId, first.id, newId()],
  );
  return opened > 0;
}
