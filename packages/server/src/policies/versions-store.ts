import type { Db } from '#platform/db.ts';
import type { PolicyContent } from './model.ts';
import type { PolicyRow } from './store.ts';

export type PolicyVersionRow = {
  id: string;
  policy_id: string;
  version_name: string;
  content: PolicyContent;
  base_version_id: string | null;
  created_at: Date;
  creator_id: number | null;
  creator_email: string;
  creator_first_name: string;
  creator_last_name: string;
  /** Whether it is or was the current version. */
  was_current: boolean;
};

const columns = `v.id, v.policy_id, v.version_name, v.content, v.base_version_id, v.created_at, v.was_current, u.id as creator_id,
  u.email as creator_email, u.first_name as creator_first_name, u.last_name as creator_last_name`;
const from = 'from policy_versions v left join users u on u.id = v.creator_id';

export async function findPolicyVersion(
  db: Db,
  orgId: string,
  policyId: string,
  versionId: string,
): Promise<PolicyVersionRow | undefined> {
  const rows = await db.query<PolicyVersionRow>(
    `select ${columns} ${from} where v.org_id = $1 and v.policy_id = $2 and v.id = $3`,
    [orgId, policyId, versionId],
  );
  return rows[0];
}

/** Finds a version by its id, or the current one by policy id. One statement, so no promotion comes in between. */
export async function findByEitherId(
  db: Db,
  orgId: string,
  id: string,
): Promise<{ policy: PolicyRow; version: PolicyVersionRow } | undefined> {
  const rows = await db.query<
    PolicyVersionRow & { policy: Omit<PolicyRow, 'created_at' | 'updated_at'> & PolicyTimes }
  >(
    `select ${columns}, json_build_object('id', p.id, 'org_id', p.org_id, 'name', p.name, 'description', p.description,
       'current_version_id', p.current_version_id, 'created_at', p.created_at, 'updated_at', p.updated_at) as policy
     ${from} join policies p on p.id = v.policy_id and p.deleted_at is null
     where v.org_id = $1 and v.id = coalesce((select current_version_id from policies where org_id = $1 and id = $2), $2)`,
    [orgId, id],
  );
  const row = rows[0];
  if (row === undefined) return undefined;
  const { policy, ...version } = row;
  const times = { created_at: new Date(policy.created_at), updated_at: new Date(policy.updated_at) };
  return { policy: { ...policy, ...times }, version };
}

type PolicyTimes = { created_at: string; updated_at: string };

/** Lists the newest first. */
export async function listPolicyVersions(
  db: Db,
  orgId: string,
  policyId: string,
  page: { size: number; offset: number },
): Promise<PolicyVersionRow[]> {
  return db.query<PolicyVersionRow>(
    `select ${columns} ${from} where v.org_id = $1 and v.policy_id = $2 order by v.id desc limit $3::int offset $4::bigint`,
    [orgId, policyId, page.size, page.offset],
  );
}

export async function countPolicyVersions(db: Db, orgId: string, policyId: string): Promise<number> {
  const rows = await db.query<{ count: number }>(
    'select count(*) as count from policy_versions where org_id = $1 and policy_id = $2',
    [orgId, policyId],
  );
  return rows[0]!.count;
}

type NewPolicyVersion = {
  id: string;
  policyId: string;
  versionName: string;
  content: PolicyContent;
  baseVersionId: string | null;
  creatorId: number | null;
  isCurrent: boolean;
  now: Date;
};

export async function insertPolicyVersion(tx: Db, orgId: string, version: NewPolicyVersion): Promise<void> {
  await tx.run(
    `insert into policy_versions (id, org_id, policy_id, version_name, content, base_version_id, creator_id, created_at,
       was_current)
     select id, $1::uuid, "policyId", "versionName", $3::json, "baseVersionId", "creatorId", now, "isCurrent"
     from json_to_record($2::json) as v (id uuid, "policyId" uuid, "versionName" text, "baseVersionId" uuid, "creatorId" int,
       now timestamptz, "isCurrent" boolean)`,
    [orgId, JSON.stringify({ ...version, content: undefined }), JSON.stringify(version.content)],
  );
}
