import { finalStatuses } from '#jobs/record/model.ts';
import type { Database, Db } from '#platform/db.ts';

// The cost limit of a rehearsal, as of a batch: the cost of a job is known when it has ended, and many run at once. So a job
// starts only if what is left is enough for it and for all that run, assuming that each costs as much as the most
// expensive one so far. Until the first one has ended, jobs run one at a time. A job may use what is left and no more.

export type Room = { kind: 'free'; left: number } | { kind: 'wait' } | { kind: 'spent' };

/** Sets the cost of a step aside if there is room for it. One step of a rehearsal asks at a time. */
export const takeRoom = (
  { system }: Pick<Database, 'system'>,
  step: { rehearsalId: string; runId: string; step: number },
  maxCost: number,
): Promise<Room> =>
  system.tx(async (tx) => {
    await tx.query('select id from playbook_rehearsals where id = $1 for update', [step.rehearsalId]);
    const { spent, costliest, running } = await findUse(tx, step);
    if (spent >= maxCost) return { kind: 'spent' };
    const reserved = running * (costliest ?? 0);
    const fits = costliest !== null && spent + reserved + costliest <= maxCost;
    if (running > 0 && !fits) return { kind: 'wait' };
    await tx.run('update playbook_steps set is_reserved = true where run_id = $1 and step = $2', [
      step.runId,
      step.step,
    ]);
    return { kind: 'free', left: maxCost - spent - reserved };
  });

type Use = { spent: number; costliest: number | null; running: number };

/** What the jobs of a rehearsal have cost, and how many other ones run or are about to. */
async function findUse(tx: Db, { rehearsalId, runId, step }: Parameters<typeof takeRoom>[1]): Promise<Use> {
  const rows = await tx.query<Use>(
    `select coalesce(sum(e.cost), 0)::float8 as spent,
       (max(e.cost) filter (where e.status = any ($4::int[])))::float8 as costliest,
       (count(*) filter (where (s.run_id, s.step) <> ($2::uuid, $3::int)
         and (s.state = 'started' or (s.is_reserved and s.state = 'planned' and r.state = 'running'))
         and (e.job_id is null or e.status <> all ($4::int[]))))::int as running
     from playbook_runs r join playbook_steps s on s.run_id = r.id left join job_results e on e.job_id = s.job_id
     where r.rehearsal_id = $1 and not s.is_reused`,
    [rehearsalId, runId, step, finalStatuses],
  );
  return rows[0]!;
}
