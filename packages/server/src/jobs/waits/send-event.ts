import { EVENT_NAME } from '#engines/engine/check-wait.ts';
import type { Caller } from '#platform/caller.ts';
import type { Db } from '#platform/db.ts';
import { AppError, invalidFields } from '#platform/errors.ts';
import { newId } from '#platform/ids.ts';
import { persistentlyForCaller } from '#platform/persist.ts';
import { lockQueued, wakeParked } from '../queue/park.ts';
import { storableJson } from '../record/storable.ts';
import { type AnswerDeps, findWho } from './answer-wait.ts';

/** More events than any job waits for. Keeps a faulty sender from filling the table. */
const KEPT_MAX = 100;

export type SentEvent = { id: string; wait_id: string | null };

/** Sends an event to a job. It answers the oldest open wait of its name, or is kept for a later one. */
export async function sendEvent(
  { database, wakeups }: AnswerDeps,
  caller: Caller,
  event: { jobId: string; name: string; data: unknown; idempotencyKey: string | undefined },
): Promise<SentEvent> {
  if (!EVENT_NAME.test(event.name))
    throw invalidFields({
      name: ['Must be 1 to 100 letters, digits, dots, dashes and underscores, and begin with a letter or digit.'],
    });
  const { orgId } = caller;
  const who = await findWho(database.tenant(orgId), caller);
  const sent = await persistentlyForCaller(() =>
    database.queue.tx(async (tx) => {
      const isQueued = await lockQueued(tx, orgId, event.jobId);
      const earlier = await findSame(tx, event);
      if (earlier !== undefined) return earlier;
      if (!isQueued) throw new AppError('conflict', { detail: 'The job has ended and accepts no more events.' });
      if ((await countKept(tx, event.jobId)) >= KEPT_MAX)
        throw new AppError('conflict', { detail: `The job already has ${KEPT_MAX} events that no wait has taken.` });
      const id = newId();
      const waitId = await insertEvent(tx, { ...event, id, orgId, who: JSON.stringify(who) });
      if (waitId !== null) await wakeParked(tx, [event.jobId]);
      return { id, wait_id: waitId };
    }),
  );
  if (sent.wait_id !== null) wakeups.notify('work', [orgId]);
  return sent;
}

async function findSame(
  tx: Db,
  { jobId, name, idempotencyKey }: { jobId: string; name: string; idempotencyKey: string | undefined },
): Promise<SentEvent | undefined> {
  if (idempotencyKey === undefined) return undefined;
  const [row] = await tx.query<SentEvent>(
    'select id, wait_id from job_events where job_id = $1 and name = $2 and idempotency_key = $3',
    [jobId, name, idempotencyKey],
  );
  return row;
}

async function countKept(tx: Db, jobId: string): Promise<number> {
  const [row] = await tx.query<{ count: number }>(
    'select count(*) as count from job_events where job_id = $1 and wait_id is null',
    [jobId],
  );
  return row!.count;
}

async function insertEvent(
  tx: Db,
  event: {
    id: string;
    orgId: string;
    jobId: string;
    name: string;
    data: unknown;
    idempotencyKey: string | undefined;
    who: string;
  },
): Promise<string | null> {
  const [row] = await tx.query<{ wait_id: string | null }>(
    `with wait as (
        select id from job_waits where job_id = $3 and event = $4 and status = 'open' order by id limit 1
      ),
      answered as (
        update job_waits w set status = 'answered', answer = $5::json, answered_by = $7::json, answered_at = clock_timestamp()
        from wait where w.id = wait.id returning w.id
      )
      insert into job_events (id, org_id, job_id, name, data, idempotency_key, sent_by, wait_id, created_at)
      values ($1, $2, $3, $4, $5::json, $6, $7::json, (select id from answered), clock_timestamp())
      returning wait_id`,
    [
      event.id,
      event.orgId,
      event.jobId,
      event.name,
      storableJson(event.data ?? null),
      event.idempotencyKey ?? null,
      event.who,
    ],
  );
  return row!.wait_id;
}
