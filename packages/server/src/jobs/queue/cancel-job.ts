import { insertAudit } from '#orgs/audit.ts';
import type { Caller } from '#platform/caller.ts';
import type { Database, Db } from '#platform/db.ts';
import { idTime, newId } from '#platform/ids.ts';
import { persistentlyForCaller } from '#platform/persist.ts';
import { publishEvents } from '#triggers/outbox.ts';
import { jobStatus, TRIAL_ORIGINS } from '../record/model.ts';
import { ownCost } from '../record/own-key-sql.ts';
import { cancelWaits } from '../record/wait-store.ts';
import type { Wakeups } from '../record/wakeups.ts';
import { parkedMs } from './park.ts';
import { settleJobs } from './settlement.ts';

// Cancelling deletes the queue row, as finishing does. Whichever comes first wins, and the other changes nothing. The
// running engine is told by notification at once, or finds out within a second.

export type Canceller = ReturnType<typeof createCanceller>;

const CHUNK = 2_000;

/** The audit entry of each transaction that cancelled something. */
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
        wakeups.notify('cancel', cancelled);
        wakeups.notify('done', cancelled);
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
    /** Cancels the jobs of a deleted agent. The deletion itself is already in the audit log. */
    cancelDeletedAgent: (orgId: string, agentId: string): Promise<string[]> =>
      cancelWhere(orgId, 'agent_id = $2', [agentId], { reason: 'The agent was deleted.' }),
    /** Cancels a job because the next run of its schedule replaces it. */
    cancelReplaced: (orgId: string, jobId: string): Promise<string[]> =>
      cancelWhere(orgId, 'job_id = $2', [jobId], { reason: 'The next run of its schedule was due.' }),
    cancelBatchJobs: (caller: Caller, batchId: string): Promise<string[]> => {
      const told = { caller, action: 'batch.cancelled', targetType: 'batch', targetId: batchId };
      return cancelWhere(caller.orgId, 'job_id in (select id from jobs where batch_id = $2)', [batchId], { told });
    },
    /** Cancels the jobs of a batch, but not started ones. Part of cancelling a query, which writes the audit entry. */
    cancelWaitingBatchJobs: (orgId: string, batchId: string): Promise<string[]> =>
      cancelWhere(orgId, `status <> ${jobStatus.started} and job_id in (select id from jobs where batch_id = $2)`, [
        batchId,
      ]),
  };
}

function audit(tx: Db, { caller, ...entry }: Told, count: number): Promise<void> {
  const detail = entry.targetType === 'job' ? undefined : { jobs: count };
  return insertAudit(tx, caller, { orgId: caller.orgId, ...entry, ...(detail && { detail }) });
}

type Taken = {
  job_id: string;
  org_id: string;
  agent_id: string;
  batch_id: string | null;
  hold: number;
  booked: number;
  attempt: number;
  events: unknown[];
  waited_ms: number;
};

// Needs two statements: the delete waits for a step that is being recorded, and only a later snapshot sees what that
// step cost.
async function cancelChunk(
  tx: Db,
  orgId: string,
  condition: string,
  values: unknown[],
  reason: string | null,
): Promise<string[]> {
  const taken = await tx.query<Taken>(
    `delete from job_queue where job_id in (
        select job_id from job_queue where org_id = $1 and ${condition} limit ${CHUNK} for update)
      returning job_id, org_id, agent_id, batch_id, hold, booked, attempt, events, ${parkedMs} as waited_ms`,
    [orgId, ...values],
  );
  if (taken.length === 0) return [];
  const items = taken.map((row) => ({ ...row, created_at: idTime(row.job_id), ledger_id: newId() }));
  await tx.run(SETTLE_CANCELLED, [JSON.stringify(items), reason]);
  await cancelWaits(
    tx,
    taken.map((row) => row.job_id),
  );
  return taken.map((row) => row.job_id);
}

const SETTLE_CANCELLED = `
  with done as materialized (
    select i.*, ${jobStatus.cancelled} as status, '[]'::json as outputs, null::text as error_code, $2::text as error_message, null::uuid as worker_id,
      null::json as ui_fields, null::json as trust, null::boolean as needs_review, null::json as streamed, clock_timestamp() as finished_at, s.cost, s.cost - s.own as charge, s.input_tokens, s.output_tokens
    from json_to_recordset($1::json) as i (job_id uuid, org_id uuid, agent_id uuid, batch_id uuid, hold numeric,
      booked numeric, attempt smallint, events jsonb, waited_ms bigint, created_at timestamptz,
      ledger_id uuid)
    cross join lateral (
      select coalesce(sum(o.cost), 0) as cost, ${ownCost('o')} as own, sum(o.input_tokens) as input_tokens,
        sum(o.output_tokens) as output_tokens
      from job_steps o where o.job_id = i.job_id) s
  ),
  ${settleJobs({ done: 'done', ran: 'false' })},
  ${publishEvents(`select job_id, org_id, agent_id, status, finished_at from done
    where not exists (select from jobs j where j.id = done.job_id and j.origin in (${TRIAL_ORIGINS}))`)}
  select job_id from done`;
