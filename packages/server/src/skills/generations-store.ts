import type { Db } from '#platform/db.ts';

export type GenerationRow = {
  id: string;
  org_id: string;
  skill_set_id: string;
  job_id: string;
  auto_commit: boolean;
  creator_id: number | null;
  base_version_id: string | null;
  expected_version_id: string | null;
  version_id: string | null;
  started_at: Date;
};

const columns = `id, org_id, skill_set_id, job_id, auto_commit, creator_id, base_version_id, expected_version_id, version_id,
  started_at`;

export async function findGeneration(db: Db, orgId: string, setId: string): Promise<GenerationRow | undefined> {
  const rows = await db.query<GenerationRow>(
    `select ${columns} from skill_generations where org_id = $1 and skill_set_id = $2`,
    [orgId, setId],
  );
  return rows[0];
}

/** Searches all organizations, because a worker knows only its job. */
export async function findGenerationOfJob(system: Db, jobId: string): Promise<GenerationRow | undefined> {
  const rows = await system.query<GenerationRow>(`select ${columns} from skill_generations where job_id = $1`, [jobId]);
  return rows[0];
}

type NewGeneration = Omit<GenerationRow, 'org_id' | 'version_id'>;

/** Replaces the previous generation of the skill set. */
export async function putGeneration(tx: Db, orgId: string, row: NewGeneration): Promise<void> {
  await tx.run('delete from skill_generations where org_id = $1 and skill_set_id = $2', [orgId, row.skill_set_id]);
  await tx.run(
    `insert into skill_generations (org_id, id, skill_set_id, job_id, auto_commit, creator_id, base_version_id,
       expected_version_id, started_at)
     select $1::uuid, id, skill_set_id, job_id, auto_commit, creator_id, base_version_id, expected_version_id, started_at
     from json_to_record($2::json) as g (id uuid, skill_set_id uuid, job_id uuid, auto_commit boolean, creator_id int,
       base_version_id uuid, expected_version_id uuid, started_at timestamptz)`,
    [orgId, JSON.stringify(row)],
  );
}

export async function setGeneratedVersion(tx: Db, orgId: string, id: string, versionId: string): Promise<void> {
  await tx.run('update skill_generations set version_id = $3 where org_id = $1 and id = $2', [orgId, id, versionId]);
}

/** Returns false if there is none. */
export async function deleteGeneration(db: Db, orgId: string, setId: string, id: string): Promise<boolean> {
  const deleted = await db.run('delete from skill_generations where org_id = $1 and skill_set_id = $2 and id = $3', [
    orgId,
    setId,
    id,
  ]);
  return deleted > 0;
}
