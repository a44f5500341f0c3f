import { audit } from '#orgs/audit.ts';
import type { Caller } from '#platform/caller.ts';
import type { Db, Transactor } from '#platform/db.ts';
import { AppError } from '#platform/errors.ts';
import { databaseNow } from '#platform/ids.ts';
import { type Listed, listPage, type Page } from '#platform/list-page.ts';

// A hold keeps the data of a job from being deleted, by people and by retention, until it is released. The hold of a
// case of the desk counts for its jobs too: `held_jobs` has both.

export type Hold = { reason: string; placed_by: string | null; placed_at: string };

type Row = { reason: string; placed_by: { email: string | null; keyId: string | null }; placed_at: Date };

export async function findHold(db: Db, orgId: string, jobId: string): Promise<Hold | undefined> {
  const [row] = await db.query<Row>(
    'select reason, placed_by, placed_at from held_jobs where org_id = $1::uuid and job_id = $2::uuid limit 1',
    [orgId, jobId],
  );
  return row && toHold(row);
}

const toHold = ({ reason, placed_by: by, placed_at: at }: Row): Hold => ({
  reason,
  placed_by: by.email ?? (by.keyId && `key ${by.keyId}`),
  placed_at: at.toISOString(),
});

/** Newest jobs first. */
export async function listHolds(db: Db, orgId: string, page: Page): Promise<Listed<Hold & { job_id: string }>> {
  const { count, rows } = await listPage<Row & { job_id: string }>(db, {
    columns: 'job_id, reason, placed_by, placed_at',
    from: 'job_holds',
    where: 'org_id = $1::uuid',
    order: 'job_id desc',
    values: [orgId],
    page,
  });
  return { count, rows: rows.map((row) => ({ job_id: row.job_id, ...toHold(row) })) };
}

/** Places a hold. If the job is already held, the same reason changes nothing and another one is a conflict. */
export async function placeHold(db: Transactor, caller: Caller, jobId: string, reason: string): Promise<Hold> {
  const { orgId } = caller;
  return db.tx(async (tx) => {
    // Deleting the data locks this row too, so one of the two comes first.
    const [result] = await tx.query<{ gone: boolean }>(
      `select data_deleted_at is not null as gone from job_results where org_id = $1::uuid and job_id = $2::uuid
       for update`,
      [orgId, jobId],
    );
    if (result?.gone) throw new AppError('conflict', { detail: 'The data of this job has been deleted.' });
    const by = await findPlacer(tx, caller);
    const placed = await tx.run(
      `insert into job_holds (job_id, org_id, reason, placed_by, placed_at)
       values ($2::uuid, $1::uuid, $3::text, $4::json, $5::timestamptz) on conflict (job_id) do nothing`,
      [orgId, jobId, reason, JSON.stringify(by), new Date(databaseNow())],
    );
    const hold = (await findHold(tx, orgId, jobId))!;
    if (placed === 0 && hold.reason !== reason)
      throw new AppError('conflict', { detail: 'This job is already held. Release it first to change the reason.' });
    if (placed > 0) await audit(tx, caller, 'job.held', jobId, { reason });
    return hold;
  });
}

async function findPlacer(tx: Db, { userId, keyId }: Caller): Promise<Row['placed_by']> {
  const [user] =
    userId === null ? [] : await tx.query<{ email: string }>('select email from users where id = $1::int', [userId]);
  return { email: user?.email ?? null, keyId };
}

/** Releases a hold and makes retention look at the job again. */
export async function releaseHold(db: Transactor, caller: Caller, jobId: string): Promise<void> {
  const { orgId } = caller;
  await db.tx(async (tx) => {
    const released = await tx.run('delete from job_holds where org_id = $1::uuid and job_id = $2::uuid', [
      orgId,
      jobId,
    ]);
    if (released === 0) throw new AppError('not_found', { detail: 'This job is not held.' });
    await tx.run(
      `update retention_settings s set jobs_mark = least(s.jobs_mark, r.finished_at),
         evidence_mark = least(s.evidence_mark, r.finished_at), steps_mark = least(s.steps_mark, r.finished_at)
       from job_results r where s.org_id = $1::uuid and r.org_id = $1::uuid and r.job_id = $2::uuid`,
      [orgId, jobId],
    );
    await audit(tx, caller, 'job.hold_released', jobId);
  });
}

export async function refuseHeld(tx: Db, orgId: string, jobId: string): Promise<void> {
  const hold = await findHold(tx, orgId, jobId);
  if (hold === undefined) return;
  throw new AppError('conflict', {
    detail: `The job is held: ${hold.reason.replace(/[.\s]+$/, '')}. Ask an admin to release it first.`,
  });
}

/** Returns those of the jobs that are held. */
export async function listHeld(db: Db, orgId: string, jobIds: string[]): Promise<string[]> {
  const rows = await db.query<{ job_id: string }>(
    'select job_id from held_jobs where org_id = $1::uuid and job_id = any ($2::uuid[])',
    [orgId, jobIds],
  );
  return rows.map((row) => row.job_id);
}
