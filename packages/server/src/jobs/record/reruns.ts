import type { Db } from '#platform/db.ts';

// Options of a job that repeats another one.

export type Rerun = {
  jobId: string;
  sourceJobId: string;
  model: string | null;
  /** Steps of the source with a lower number are taken over. */
  fromSeq: number | null;
};

export async function insertRerun(tx: Db, orgId: string, rerun: Rerun): Promise<void> {
  await tx.run(
    `insert into job_reruns (job_id, org_id, source_job_id, model, from_seq)
     values ($2::uuid, $1::uuid, $3::uuid, $4, $5::int)`,
    [orgId, rerun.jobId, rerun.sourceJobId, rerun.model, rerun.fromSeq],
  );
}

export async function findRerun(db: Db, jobId: string): Promise<Rerun | undefined> {
  const [row] = await db.query<Rerun>(
    `select job_id as "jobId", source_job_id as "sourceJobId", model, from_seq as "fromSeq"
     from job_reruns where job_id = $1::uuid`,
    [jobId],
  );
  return row;
}

export async function hasStep(db: Db, orgId: string, jobId: string, seq: number): Promise<boolean> {
  const rows = await db.query('select from job_steps where job_id = $2::uuid and org_id = $1::uuid and seq = $3::int', [
    orgId,
    jobId,
    seq,
  ]);
  return rows.length > 0;
}

/** Returns the job that this one repeats. */
export async function findSource(db: Db, orgId: string, jobId: string): Promise<string | null> {
  const [row] = await db.query<{ retried_from: string | null }>(
    'select retried_from from jobs where id = $2::uuid and org_id = $1::uuid',
    [orgId, jobId],
  );
  return row?.retried_from ?? null;
}
