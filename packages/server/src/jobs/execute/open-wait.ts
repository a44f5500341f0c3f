import type { CheckedWait } from '#engines/engine/check-wait.ts';
import type { Db, Transactor } from '#platform/db.ts';
import { newId } from '#platform/ids.ts';
import type { ClaimedJob } from '../queue/claim.ts';
import { storableJson } from '../record/storable.ts';
import { findWaitOfStep, type WaitRow } from '../record/wait-store.ts';

/** A reminder is sent when nine tenths of the time are over, but at most a day before the end. */
const REMIND_SHARE = 0.1;
const REMIND_SECONDS_MAX = 86_400;

/**
 * Returns the wait of a step, and creates it the first time. An event that came earlier answers it at once. Returns
 * undefined if this attempt no longer owns the job.
 */
export async function openWait(
  db: Transactor,
  job: ClaimedJob,
  wait: CheckedWait & { key: string; reason: string | null },
): Promise<WaitRow | undefined> {
  return db.tx(async (tx) => {
    // A sender of an event locks this row exclusively, so either it sees the wait or the wait sees the event.
    const own = await tx.query<object>('select 1 from job_queue where job_id = $1 and claim = $2 for key share', [
      job.jobId,
      job.claim,
    ]);
    if (own.length === 0) return undefined;
    if (await insertWait(tx, job, wait)) await takeKept(tx, job.jobId, wait.key);
    return findWaitOfStep(tx, job.jobId, wait.key);
  });
}

async function insertWait(
  tx: Db,
  job: ClaimedJob,
  wait: CheckedWait & { key: string; reason: string | null },
): Promise<boolean> {
  const given = {
    id: newId(),
    key: wait.key,
    kind: wait.kind,
    title: wait.title,
    body: wait.body,
    options: wait.options,
    answer_schema: wait.answerSchema,
    evidence: wait.evidence,
    event: wait.event,
    assignee_role: wait.assigneeRole,
    assignee_user: wait.assigneeUser,
    forbid_requester: wait.forbidRequester,
    approvals_needed: wait.approvalsNeeded,
    due_at: wait.dueAt,
    on_timeout: wait.onTimeout,
    reason: wait.reason,
  };
  const inserted = await tx.run(
    `insert into job_waits (id, org_id, job_id, agent_id, key, kind, title, body, options, answer_schema, evidence, event,
        assignee_role, assignee_user, forbid_requester, approvals_needed, due_at, remind_at, on_timeout, created_at, reason)
      select id, $2, $1, $3, key, kind, title, body, options, answer_schema, evidence, event, assignee_role, assignee_user,
        forbid_requester, approvals_needed, due_at,
        case when kind <> 'timer' then due_at - least(make_interval(secs => ${REMIND_SECONDS_MAX}),
          greatest(interval '0', due_at - clock_timestamp()) * ${REMIND_SHARE}) end,
        on_timeout, clock_timestamp(), reason
      from json_to_record($4::json) as given (id uuid, key text, kind text, title text, body text, options json,
        answer_schema json, evidence json, event text, assignee_role text, assignee_user int, forbid_requester boolean,
        approvals_needed smallint, due_at timestamptz, on_timeout text, reason text)
      on conflict (job_id, key) do nothing`,
    [job.jobId, job.orgId, job.agentId, storableJson(given)],
  );
  return inserted > 0;
}

/** Answers the wait with the oldest event of its name that no other wait has taken. */
async function takeKept(tx: Db, jobId: string, key: string): Promise<void> {
  await tx.run(
    `with wait as (select id, event from job_waits where job_id = $1 and key = $2 and event is not null),
      taken as (
        update job_events e set wait_id = wait.id from wait
        where e.id = (select id from job_events k where k.job_id = $1 and k.name = wait.event and k.wait_id is null
          order by k.id limit 1)
        returning e.wait_id, e.data, e.sent_by
      )
      update job_waits w set status = 'answered', answer = taken.data, answered_by = taken.sent_by,
        answered_at = clock_timestamp()
      from taken where w.id = taken.wait_id`,
    [jobId, key],
  );
}
