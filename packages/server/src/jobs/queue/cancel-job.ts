import { insertAudit } from '#orgs/audit.ts';
import type { Caller } from '#platform/caller.ts';
import type { Database, Db } from '#platform/db.ts';
import { newId } from '#platform/ids.ts';
import { persistentlyForCaller } from '#platform/persist.ts';
import type { Wakeups } from '../record/wakeups.ts';

// Cancelling takes the queue row away, as finishing does: whichever comes first wins and the other changes nothing.
// The running engine is told by notification at once, or finds out within a second.

export type Canceller = ReturnType<typeof createCanceller>;

const CHUNK = 2_000;

/** What the log says of each transaction that cancelled something. */
type Told = { caller: Caller; action: string; targetType: string; targetId: string };

export function createCanceller({ database, wakeups }: { database: Database; wakeups: Wakeups }) {
  /** Cancels the jobs of the organization ($1) that meet the condition, in bounded transactions. */
  async function cancelWhere(
    orgId: string,
    condition: string,
    values: unknown[],
    { reason = null, told }: { reason?: string | null; told?: Told } = {},
  ): Promise<string[]> {
    const all: string[] = [];
    for (;;) {
      const cancelled = await persistentlyForCaller(() =>
        database.queue.tx(async (tx) => {
          const ids = await cancelChunk(tx, orgId, condition, values, reason);
          if (told !== undefined && ids.length > 0) await audit(tx, told, ids.length);
          return ids;
        }),
      );
      if (cancelled.length > 0) {
        wakeups.tell('cancel', cancelled);
        wakeups.tell('done', cancelled);
        all.push(...cancelled);
      }
      if (cancelled.length < CHUNK) return all;
    }
  }

  return {
    cancelJob: async (caller: Caller, jobId: string): Promise<boolean> => {
      const told = { caller, action: 'job.cancelled', targetType: 'job', targetId: jobId };
      return (await cancelWhere(caller.orgId, 'job_id = $2', [jobId], { told })).length > 0;
    },
    cancelAgentJobs: (caller: Caller, agentId: string): Promise<string[]> => {
      const told = { caller, action: 'agent.jobs_cancelled', targetType: 'agent', targetId: agentId };
      return cancelWhere(caller.orgId, 'agent_id = $2', [agentId], { told });
    },
    /** What is left of an agent that is gone: that it was deleted has been told. */
    cancelDeletedAgent: (orgId: string, agentId: string): Promise<string[]> =>
      cancelWhere(orgId, 'agent_id = $2', [agentId], { reason: 'The agent was deleted.' }),
    cancelBatchJobs: (caller: Caller, batchId: string): Promise<string[]> => {
      const told = { caller, action: 'batch.cancelled', targetType: 'batch', targetId: batchId };
      return cancelWhere(caller.orgId, 'job_id in (select id from jobs where batch_id = $2)', [batchId], { told });
    },
    /** What runs already goes on. Belongs to the cancelling of a query, which is told there. */
    cancelWaitingBatchJobs: (orgId: string, batchId: string): Promise<string[]> =>
      cancelWhere(orgId, 'worker_id is null and job_id in (select id from jobs where batch_id = $2)', [batchId]),
  };
}

function audit(tx: Db, { caller, ...entry }: Told, count: number): Promise<void> {
  const detail = entry.targetType === 'job' ? undefined : { jobs: count };
  return insertAudit(tx, caller, { orgId: caller.orgId, ...entry, ...(detail && { detail }) });
}

// Two statements on purpose: the delete waits for a step that is being recorded, and only a later snapshot sees what
// that step cost.
async function cancelChunk(
  tx: Db,
  orgId: string,
  condition: string,
  values: unknown[],
  reason: string | null,
): Promise<string[]> {
  const taken = await tx.query<{
    job_id: string;
    agent_id: string;
    hold: number;
    booked: number;
    attempt: number;
    events: unknown[];
  }>(
    `delete from job_queue where job_id in (
        select job_id from job_queue where org_id = $1 and ${condition} limit ${CHUNK} for update)
      returning job_id, agent_id, hold, booked, attempt, events`,
    [orgId, ...values],
  );
  if (taken.length === 0) return [];
  await tx.run(SETTLE_CANCELLED, [
    orgId,
    taken.map((row) => row.job_id),
    taken.map((row) => row.agent_id),
    taken.map((row) => row.hold),
    taken.map((row) => row.attempt),
    taken.map((row) => JSON.stringify(row.events)),
    taken.map(() => newId()),
    reason,
    taken.map((row) => row.booked),
  ]);
  return taken.map((row) => row.job_id);
}

// In the order of finish.ts: queue rows, batches, accounts (the changes run from the last to the first).
const SETTLE_CANCELLED = `
  with done as materialized (
    select i.*, j.batch_id, j.created_at, clock_timestamp() as finished_at, s.cost, s.input_tokens, s.output_tokens
    from unnest($2::uuid[], $3::uuid[], $4::numeric[], $5::smallint[], $6::text[], $7::uuid[], $9::numeric[])
      as i (job_id, agent_id, hold, attempt, events, ledger_id, booked)
    join jobs j on j.id = i.job_id
    cross join lateral (
      select coalesce(sum(cost), 0) as cost, sum(input_tokens) as input_tokens, sum(output_tokens) as output_tokens
      from job_steps where job_id = i.job_id) s
  ),
  result as (
    insert into job_results (job_id, org_id, agent_id, status, error_message, input_tokens, output_tokens, cost,
      duration_ms, attempt, events, finished_at)
    select job_id, $1, agent_id, 5, $8, input_tokens, output_tokens, cost,
      greatest(0, floor(extract(epoch from finished_at - created_at) * 1000))::bigint, attempt,
      (events::jsonb || jsonb_build_object('at', floor(extract(epoch from finished_at) * 1000), 'status', 5))::json, finished_at
    from done
  ),
  ledger as (
    insert into credit_ledger (id, org_id, kind, amount, job_id)
    select ledger_id, $1, 'job', -cost, job_id from done where cost > 0
  ),
  settled as (
    update credit_accounts a set balance = a.balance - s.cost, held = a.held - s.hold
    from (select sum(cost) as cost, sum(hold) as hold from done) s
    where a.org_id = $1 and (s.cost > 0 or s.hold > 0)
  ),
  batch as (
    update batches b set spent = b.spent + s.cost
    from (select batch_id, sum(cost - booked) as cost from done where batch_id is not null group by batch_id
      having sum(cost - booked) <> 0 order by batch_id) s
    where b.id = s.batch_id
  )
  select job_id from done`;
