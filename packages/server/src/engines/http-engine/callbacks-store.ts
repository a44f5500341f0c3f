import type { Db } from '#platform/db.ts';
import { sealedColumn } from '#platform/domain.ts';

// Callbacks of remote agents. A row exists from before the request until its answer is in the journal. The sender is
// not a member of any organization: rows are found by their job, and the signature authorizes the write.

/** Longer than any job waits for a callback. */
const KEPT = `interval '2 days'`;

/** The secret that signs the answer. Rows of older releases have it in plain text. */
export const sealedCallback = sealedColumn({
  table: 'engine_callbacks',
  column: 'secret',
  label: 'callbacks',
  of: ['job_id'],
  place: (row) => `callback ${row.job_id}`,
});

/** Inserts the row for a running job. The organization comes from the job's row in the queue. */
export async function insertCallback(db: Db, jobId: string, sealed: string): Promise<void> {
  await db.run(
    `with old as (delete from engine_callbacks where created_at < now() - ${KEPT})
      insert into engine_callbacks (id, org_id, job_id, secret)
      select job_id, org_id, job_id, $2 from job_queue where job_id = $1
      on conflict (id) do nothing`,
    [jobId, sealed],
  );
}

/** Returns the stored secret that must sign the callback, or undefined if the job is over, for example cancelled. */
export async function findCallbackSecret(db: Db, jobId: string): Promise<string | undefined> {
  const rows = await db.query<{ secret: string }>(
    'select c.secret from engine_callbacks c join job_queue q on q.job_id = c.job_id where c.id = $1',
    [jobId],
  );
  return rows[0]?.secret;
}

/** Stores the first answer. A repeated one changes nothing. */
export async function updateCallback(db: Db, jobId: string, body: string): Promise<void> {
  await db.run('update engine_callbacks set body = $2, received_at = now() where id = $1 and body is null', [
    jobId,
    body,
  ]);
}

export async function findCallbackBody(db: Db, jobId: string): Promise<string | undefined> {
  const rows = await db.query<{ body: string | null }>('select body from engine_callbacks where id = $1', [jobId]);
  return rows[0]?.body ?? undefined;
}

/** Clears an answer that asked for another try, so that the next one can be stored. */
export async function clearCallback(db: Db, jobId: string): Promise<void> {
  await db.run('update engine_callbacks set body = null, received_at = null where id = $1', [jobId]);
}

export async function deleteCallback(db: Db, jobId: string): Promise<void> {
  await db.run('delete from engine_callbacks where id = $1', [jobId]);
}

export async function deleteCallbacks(db: Db, jobIds: string[]): Promise<undefined> {
  await db.run('delete from engine_callbacks where id = any($1::uuid[])', [jobIds]);
}
