import type { Db, Transactor } from '#platform/db.ts';
import { newId } from '#platform/ids.ts';
import type { LeasedRows } from '#platform/leased-rows.ts';

export type CallRow = {
  id: string;
  status: 'queued' | 'sent' | 'answered' | 'failed' | 'withdrawn';
  answer: unknown;
  /** Why there is none. */
  error: string | null;
  created_at: Date;
};

export type NewCall = {
  orgId: string;
  jobId: string;
  step: string;
  connectionId: string | null;
  provider: string;
  model: string;
  path: string;
  body: unknown;
  bodyBytes: number;
};

export const batchRows: LeasedRows = {
  name: 'model_batches',
  table: 'model_batches',
  open: `t.status = 'open'`,
  due: 'due_at',
  claim: 'claim_id',
  attempts: 'attempts',
  onEnd: 'done_at = clock_timestamp()',
  // Providers take up to a day.
  lateSeconds: 3_600,
};

export async function findCall(db: Db, jobId: string, step: string): Promise<CallRow | undefined> {
  const [row] = await db.query<CallRow>(
    'select id, status, answer, error, created_at from model_batch_calls where job_id = $1 and step = $2',
    [jobId, step],
  );
  return row;
}

export async function insertCall(db: Db, call: NewCall): Promise<void> {
  const { orgId, jobId, connectionId, bodyBytes, ...rest } = call;
  const given = { org_id: orgId, job_id: jobId, connection_id: connectionId, body_bytes: bodyBytes, ...rest };
  await db.run(
    `insert into model_batch_calls (id, org_id, job_id, step, connection_id, provider, model, path, body, body_bytes)
      select $1, org_id, job_id, step, connection_id, provider, model, path, body, body_bytes
      from json_to_record($2::json) as given (org_id uuid, job_id uuid, step text, connection_id uuid, provider text,
        model text, path text, body jsonb, body_bytes int)
      on conflict (job_id, step) do nothing`,
    [newId(), JSON.stringify(given)],
  );
}

/** Takes a call out of the lane. Returns false if its answer is there by now. */
export async function withdrawCall(db: Db, id: string): Promise<boolean> {
  const changed = await db.run(
    `update model_batch_calls set status = 'withdrawn', body = null where id = $1 and status in ('queued', 'sent', 'withdrawn')`,
    [id],
  );
  return changed > 0;
}

export const deleteCall = (db: Db, id: string): Promise<number> =>
  db.run('delete from model_batch_calls where id = $1', [id]);

/** Deletes the calls of jobs. Their uploads are cancelled by the sweep, since no call of a running job is left. */
export async function deleteCalls(tx: Db, jobIds: string[]): Promise<undefined> {
  await tx.run('delete from model_batch_calls where job_id = any ($1::uuid[])', [jobIds]);
}

const UPLOAD_MAX = 5_000;

/**
 * Puts calls that have waited for company into batches: one for each organization, key and model, or more if their bodies
 * have more bytes than an upload may have.
 */
export function collectCalls(
  db: Transactor,
  waitSeconds: number,
  bytesMaxOf: (path: string) => number,
): Promise<number> {
  return db.tx(async (tx) => {
    await tx.run(
      `delete from model_batch_calls c where c.status = 'queued' and not exists (select from job_queue q where q.job_id = c.job_id)`,
    );
    const groups = await tx.query<{ ids: string[]; bytes: number[]; path: string } & Record<string, unknown>>(
      `with ready as (
          select c.id, c.org_id, c.connection_id, c.provider, c.model, c.path, c.created_at,
            -- A call of an earlier release does not know its size.
            coalesce(c.body_bytes, octet_length(c.body::text)) as bytes
          from model_batch_calls c
          where c.status = 'queued' and exists (select from job_queue q where q.job_id = c.job_id)
          order by c.created_at limit ${UPLOAD_MAX} for update of c skip locked
        )
        select org_id, connection_id, provider, model, path, array_agg(id order by created_at) as ids,
          array_agg(bytes order by created_at) as bytes from ready
        group by 1, 2, 3, 4, 5 having min(created_at) < clock_timestamp() - make_interval(secs => $1::float8)`,
      [waitSeconds],
    );
    let made = 0;
    for (const { ids, bytes, ...group } of groups)
      for (const some of cutByBytes(ids, bytes, bytesMaxOf(group.path))) {
        const id = newId();
        await tx.run(
          `insert into model_batches (id, org_id, connection_id, provider, model, path)
            select $1, org_id, connection_id, provider, model, path from json_to_record($2::json) as given (org_id uuid,
              connection_id uuid, provider text, model text, path text)`,
          [id, JSON.stringify(group)],
        );
        await tx.run(`update model_batch_calls set status = 'sent', batch_id = $1 where id = any ($2::uuid[])`, [
          id,
          some,
        ]);
        made += 1;
      }
    return made;
  });
}

/** Each part has at least one call. */
export function cutByBytes(ids: string[], bytes: number[], bytesMax: number): string[][] {
  const parts: string[][] = [];
  let room = 0;
  for (const [index, id] of ids.entries()) {
    const size = bytes[index]!;
    if (parts.length === 0 || size > room) {
      parts.push([]);
      room = bytesMax;
    }
    parts.at(-1)!.push(id);
    room -= size;
  }
  return parts;
}

export const listBatchCalls = (
  db: Db,
  batchId: string,
): Promise<{ id: string; status: CallRow['status']; runs: boolean }[]> =>
  db.query(
    `select c.id, c.status, exists (select from job_queue q where q.job_id = c.job_id) as runs
      from model_batch_calls c where c.batch_id = $1 order by c.id`,
    [batchId],
  );

/** What a batch asks. Many megabytes: only for an upload. */
export const listBodies = (db: Db, batchId: string): Promise<{ id: string; body: unknown }[]> =>
  db.query('select id, body from model_batch_calls where batch_id = $1 and body is not null order by id', [batchId]);

export async function answerCalls(
  db: Db,
  batchId: string,
  answers: { id: string; answer?: unknown; error?: string }[],
): Promise<void> {
  await db.run(
    // The answer to a call that was taken back is paid, too: it is kept until it is used or billed.
    `update model_batch_calls c set
        status = case when c.status = 'withdrawn' then c.status when given.error is null then 'answered' else 'failed' end,
        answer = given.answer, error = given.error, body = null
      from json_to_recordset($2::json) as given (id uuid, answer jsonb, error text)
      where c.id = given.id and c.batch_id = $1 and c.status in ('sent', 'withdrawn') and c.answer is null`,
    [batchId, JSON.stringify(answers)],
  );
}

/** Sends what is left of a batch that the provider did not answer back to the normal lane. */
export const failCalls = (db: Db, batchId: string, error: string): Promise<number> =>
  db.run(
    `update model_batch_calls set status = 'failed', error = $2, body = null where batch_id = $1 and status = 'sent'`,
    [batchId, error],
  );

/** Written before anything is sent: from here on, the upload is looked for before it is sent again. */
export const noteUploadBegun = (db: Db, batchId: string, calls: number): Promise<number> =>
  db.run('update model_batches set upload_begun_at = clock_timestamp(), sent_count = $2 where id = $1', [
    batchId,
    calls,
  ]);

export const noteUpload = (db: Db, batchId: string, providerBatchId: string, guessed: boolean): Promise<number> =>
  db.run('update model_batches set provider_batch_id = $2, guessed = $3 where id = $1', [
    batchId,
    providerBatchId,
    guessed,
  ]);

export const forgetUpload = (db: Db, batchId: string): Promise<number> =>
  db.run(
    `update model_batches set not_ours = not_ours || provider_batch_id, provider_batch_id = null, guessed = false
      where id = $1`,
    [batchId],
  );

/** From here on, the batch is cancelled with its looks. */
export const noteCancelTried = (db: Db, batchId: string): Promise<number> =>
  db.run('update model_batches set cancel_tried_at = coalesce(cancel_tried_at, clock_timestamp()) where id = $1', [
    batchId,
  ]);

export const noteCancelled = (db: Db, batchId: string): Promise<number> =>
  db.run('update model_batches set cancelled_at = clock_timestamp() where id = $1', [batchId]);

/** Ids of uploads that belong to other batches. */
export async function listKnownUploads(db: Db, orgId: string, provider: string): Promise<string[]> {
  const rows = await db.query<{ id: string }>(
    `select provider_batch_id as id from model_batches
      where org_id = $1 and provider = $2 and provider_batch_id is not null and created_at > now() - interval '3 days'`,
    [orgId, provider],
  );
  return rows.map(({ id }) => id);
}

/** Jobs that are parked although a call of theirs is over. */
export async function listAnswered(db: Db): Promise<{ job_id: string; org_id: string }[]> {
  return db.query(
    `select distinct c.job_id, c.org_id from model_batch_calls c
      join job_waits w on w.job_id = c.job_id and w.status = 'open' and w.reason = 'provider_batch'
      where c.status in ('answered', 'failed') limit 500`,
  );
}

export type LateAnswer = {
  id: string;
  org_id: string;
  job_id: string;
  step: string;
  connection_id: string | null;
  provider: string;
  model: string;
  answer: unknown;
  created_at: Date;
};

/**
 * Answers that nobody will use any more, because their jobs have ended without them: the provider bills them. An answer
 * that was used has its step.
 */
export const listLateAnswers = (db: Db): Promise<LateAnswer[]> =>
  db.query(
    `select c.id, c.org_id, c.job_id, c.step, c.connection_id, c.provider, c.model, c.answer, c.created_at
      from model_batch_calls c join job_results r on r.job_id = c.job_id
      where c.status in ('answered', 'withdrawn') and c.answer is not null and not exists (
        select from job_steps s where s.job_id = c.job_id and s.route ->> 'lane' = 'batch'
          and left(encode(sha256(convert_to(s.name, 'UTF8')), 'hex'), 32) = c.step)
      order by c.created_at limit 100`,
  );

/** Makes batches due at once whose jobs have all ended, so that the provider stops working on them. */
export const hastenCancelled = (db: Db): Promise<number> =>
  db.run(
    `update model_batches b set due_at = null where b.status = 'open' and b.cancelled_at is null and b.cancel_tried_at is null
        and b.claim_id is null and b.due_at > clock_timestamp() and not exists (
          select from model_batch_calls c join job_queue q on q.job_id = c.job_id where c.batch_id = b.id and c.status = 'sent')`,
  );
