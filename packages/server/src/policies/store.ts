import type { Db } from '#platform/db.ts';

// The policies table. A deleted policy is no longer listed, but its row stays for jobs that were accepted with one of
// its versions.

export type PolicyRow = {
  id: string;
  org_id: string;
  name: string;
  description: string;
  current_version_id: string;
  created_at: Date;
  updated_at: Date;
};

const policyColumns = 'p.id, p.org_id, p.name, p.description, p.current_version_id, p.created_at, p.updated_at';

export async function findPolicy(db: Db, orgId: string, id: string): Promise<PolicyRow | undefined> {
  const rows = await db.query<PolicyRow>(
    `select ${policyColumns} from policies p where p.org_id = $1 and p.id = $2 and p.deleted_at is null`,
    [orgId, id],
  );
  return rows[0];
}

export type PolicyListOptions = { search: string | undefined; ordering: string; size: number; offset: number };

export async function listPolicies(
  db: Db,
  orgId: string,
  { search, ordering, size, offset }: PolicyListOptions,
): Promise<{ count: number; rows: PolicyRow[] }> {
  const values: unknown[] = [orgId];
  let where = 'p.org_id = $1 and p.deleted_at is null';
  if (search !== undefined) {
    values.push(`%${search.replace(/[\\%_]/g, '\\$&')}%`);
    where += ' and (p.name ilike $2 or p.description ilike $2)';
  }
  const [counted] = await db.query<{ count: number }>(
    `select count(*) as count from policies p where ${where}`,
    values,
  );
  const rows = await db.query<PolicyRow>(
    `select ${policyColumns} from policies p where ${where} order by ${orderBy(ordering)}
     limit $${values.length + 1}::int offset $${values.length + 2}::bigint`,
    [...values, size, offset],
  );
  return { count: counted!.count, rows };
}

const ORDERS: Record<string, string[]> = {
  name: ['lower(p.name)', 'p.name'],
  created_at: ['p.created_at'],
  updated_at: ['p.updated_at'],
};

function orderBy(ordering: string): string {
  const direction = ordering.startsWith('-') ? 'desc' : 'asc';
  return [...ORDERS[ordering.replace(/^-/, '')]!, 'p.id'].map((term) => `${term} ${direction}`).join(', ');
}

type NewPolicy = {
  id: string;
  name: string;
  description: string;
  currentVersionId: string;
  creatorId: number | null;
  now: Date;
};

/** The version it names may be inserted later in the same transaction. */
export async function insertPolicy(tx: Db, orgId: string, policy: NewPolicy): Promise<void> {
  await tx.run(
    `insert into policies (id, org_id, name, description, current_version_id, creator_id, created_at, updated_at)
     values ($1, $2, $3, $4, $5, $6, $7, $7)`,
    [policy.id, orgId, policy.name, policy.description, policy.currentVersionId, policy.creatorId, policy.now],
  );
}

/** Serializes changes of one policy. `for update` also blocks transactions that are about to refer to it. */
export async function lockPolicy(tx: Db, orgId: string, id: string): Promise<PolicyRow | undefined> {
  const rows = await tx.query<PolicyRow>(
    `select ${policyColumns} from policies p where p.org_id = $1 and p.id = $2 and p.deleted_at is null for update`,
    [orgId, id],
  );
  return rows[0];
}

export async function updatePolicyTexts(
  tx: Db,
  orgId: string,
  id: string,
  texts: { name: string; description: string },
  now: Date,
): Promise<void> {
  await tx.run('update policies set name = $3, description = $4, updated_at = $5 where org_id = $1 and id = $2', [
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
  await tx.run('update policies set current_version_id = $3, updated_at = $4 where org_id = $1 and id = $2', [
    orgId,
    id,
    versionId,
    now,
  ]);
  await tx.run('update policy_versions set was_current = true where org_id = $1 and id = $2 and not was_current', [
    orgId,
    versionId,
  ]);
}

export async function hidePolicy(tx: Db, orgId: string, id: string, now: Date): Promise<void> {
  await tx.run('update policies set deleted_at = $3 where org_id = $1 and id = $2 and deleted_at is null', [
    orgId,
    id,
    now,
  ]);
}
