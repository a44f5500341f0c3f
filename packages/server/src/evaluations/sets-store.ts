import type { Db } from '#platform/db.ts';
import { type Listed, listPage, type Page } from '#platform/list-page.ts';

// Evaluation sets of an organization.

export type SetRow = {
  id: string;
  name: string;
  description: string;
  agent_id: string | null;
  policy_id: string | null;
  case_count: number;
  erased_count: number;
  cases_changed_at: Date;
  created_by: number | null;
  created_at: Date;
  updated_at: Date;
};

const COLUMNS = `s.id, s.name, s.description, s.agent_id, s.policy_id, s.erased_count, s.cases_changed_at, s.created_by, s.created_at,
  s.updated_at, (select count(*) from evaluation_cases c where c.set_id = s.id)::int as case_count`;

export async function findSet(db: Db, orgId: string, id: string): Promise<SetRow | undefined> {
  const rows = await db.query<SetRow>(
    `select ${COLUMNS} from evaluation_sets s where s.org_id = $1::uuid and s.id = $2::uuid`,
    [orgId, id],
  );
  return rows[0];
}

export type SetFilter = { agentId?: string | undefined; policyId?: string | undefined; search?: string | undefined };

const WHERE = `s.org_id = $1::uuid and ($2::uuid is null or s.agent_id = $2::uuid)
  and ($3::uuid is null or s.policy_id = $3::uuid)
  and ($4::text is null or position(lower($4::text) in lower(s.name)) > 0)`;

/** Lists sets, newest first. */
export async function listSets(
  db: Db,
  orgId: string,
  { agentId, policyId, search }: SetFilter,
  page: Page,
): Promise<Listed<SetRow>> {
  const filters = [orgId, agentId ?? null, policyId ?? null, search || null];
  return listPage<SetRow>(db, {
    columns: COLUMNS,
    from: 'evaluation_sets s',
    where: WHERE,
    order: 's.id desc',
    values: filters,
    page,
  });
}

type NewSet = {
  id: string;
  name: string;
  description: string;
  agentId: string | null;
  policyId: string | null;
  creatorId: number | null;
  now: Date;
};

export async function insertSet(tx: Db, orgId: string, set: NewSet): Promise<void> {
  await tx.run(
    `insert into evaluation_sets (id, org_id, name, description, agent_id, policy_id, created_by, cases_changed_at,
       created_at, updated_at)
     values ($2::uuid, $1::uuid, $3, $4, $5::uuid, $6::uuid, $7::int, $8, $8, $8)`,
    [orgId, set.id, set.name, set.description, set.agentId, set.policyId, set.creatorId, set.now],
  );
}

export async function updateSet(
  tx: Db,
  orgId: string,
  id: string,
  texts: { name: string; description: string; now: Date },
): Promise<void> {
  await tx.run(
    'update evaluation_sets set name = $3, description = $4, updated_at = $5 where org_id = $1 and id = $2',
    [orgId, id, texts.name, texts.description, texts.now],
  );
}

export async function deleteSet(tx: Db, orgId: string, id: string): Promise<boolean> {
  return (await tx.run('delete from evaluation_sets where org_id = $1 and id = $2', [orgId, id])) > 0;
}

/** Serializes changes to the cases of one set. Returns false if there is no such set. */
export async function touchCases(tx: Db, orgId: string, id: string): Promise<boolean> {
  const changed = await tx.run(
    `update evaluation_sets set cases_changed_at = clock_timestamp(), updated_at = clock_timestamp()
     where org_id = $1::uuid and id = $2::uuid`,
    [orgId, id],
  );
  return changed > 0;
}

/** Prevents changes to the set's cases until the transaction ends. Returns when they last changed. */
export async function lockSetFor(tx: Db, orgId: string, id: string): Promise<Date | undefined> {
  const rows = await tx.query<{ cases_changed_at: Date }>(
    'select cases_changed_at from evaluation_sets where org_id = $1::uuid and id = $2::uuid for share',
    [orgId, id],
  );
  return rows[0]?.cases_changed_at;
}
