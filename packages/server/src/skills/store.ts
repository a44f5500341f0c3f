import type { Db } from '#platform/db.ts';

// The skill_sets table. Deleting a skill set deletes its versions and files.

export type SkillSetRow = {
  id: string;
  org_id: string;
  name: string;
  description: string;
  current_version_id: string;
  created_at: Date;
  updated_at: Date;
};

const columns = 's.id, s.org_id, s.name, s.description, s.current_version_id, s.created_at, s.updated_at';

export async function findSkillSet(db: Db, orgId: string, id: string): Promise<SkillSetRow | undefined> {
  const rows = await db.query<SkillSetRow>(`select ${columns} from skill_sets s where s.org_id = $1 and s.id = $2`, [
    orgId,
    id,
  ]);
  return rows[0];
}

/** Serializes changes of one skill set. `for update` also blocks transactions that are about to refer to it. */
export async function lockSkillSet(tx: Db, orgId: string, id: string): Promise<SkillSetRow | undefined> {
  const rows = await tx.query<SkillSetRow>(
    `select ${columns} from skill_sets s where s.org_id = $1 and s.id = $2 for update`,
    [orgId, id],
  );
  return rows[0];
}

/** Whether there is such a skill set. It cannot be deleted until the transaction ends. */
export async function lockSkillSetReference(tx: Db, orgId: string, id: string): Promise<boolean> {
  const rows = await tx.query('select id from skill_sets where org_id = $1 and id = $2 for key share', [orgId, id]);
  return rows.length > 0;
}

type ListOptions = { search: string | undefined; ordering: string; size: number; offset: number };

export async function listSkillSets(
  db: Db,
  orgId: string,
  { search, ordering, size, offset }: ListOptions,
): Promise<{ count: number; rows: SkillSetRow[] }> {
  const values: unknown[] = [orgId];
  let where = 's.org_id = $1';
  if (search !== undefined) {
    values.push(`%${search.replace(/[\\%_]/g, '\\$&')}%`);
    where += ' and (s.name ilike $2 or s.description ilike $2)';
  }
  const [counted] = await db.query<{ count: number }>(
    `select count(*)::int as count from skill_sets s where ${where}`,
    values,
  );
  const rows = await db.query<SkillSetRow>(
    `select ${columns} from skill_sets s where ${where} order by ${orderBy(ordering)}
     limit $${values.length + 1}::int offset $${values.length + 2}::bigint`,
    [...values, size, offset],
  );
  return { count: counted!.count, rows };
}

const ORDERS: Record<string, string[]> = {
  name: ['lower(s.name)', 's.name'],
  created_at: ['s.created_at'],
  updated_at: ['s.updated_at'],
};

function orderBy(ordering: string): string {
  const direction = ordering.startsWith('-') ? 'desc' : 'asc';
  return [...ORDERS[ordering.replace(/^-/, '')]!, 's.id'].map((term) => `${term} ${direction}`).join(', ');
}

type NewSkillSet = {
  id: string;
  name: string;
  description: string;
  currentVersionId: string;
  creatorId: number | null;
  now: Date;
};

/** The version it names may be inserted later in the same transaction. */
export async function insertSkillSet(tx: Db, orgId: string, set: NewSkillSet): Promise<void> {
  await tx.run(
    `insert into skill_sets (id, org_id, name, description, current_version_id, creator_id, created_at, updated_at)
     values ($1, $2, $3, $4, $5, $6, $7, $7)`,
    [set.id, orgId, set.name, set.description, set.currentVersionId, set.creatorId, set.now],
  );
}

export async function updateSkillSetTexts(
  tx: Db,
  orgId: string,
  id: string,
  texts: { name: string; description: string },
  now: Date,
): Promise<void> {
  await tx.run('update skill_sets set name = $3, description = $4, updated_at = $5 where org_id = $1 and id = $2', [
    orgId,
    id,
    texts.name,
    texts.description,
    now,
  ]);
}

export async function updateCurrentVersion(
  tx: Db,
  orgId: string,
  id: string,
  versionId: string,
  now: Date,
): Promise<void> {
  await tx.run('update skill_sets set current_version_id = $3, updated_at = $4 where org_id = $1 and id = $2', [
    orgId,
    id,
    versionId,
    now,
  ]);
}

export async function deleteSkillSetRow(tx: Db, orgId: string, id: string): Promise<void> {
  await tx.run('delete from skill_sets where org_id = $1 and id = $2', [orgId, id]);
}
