import type { Db } from '#platform/db.ts';
import type { AppliedPolicy, PolicyContent } from './model.ts';

// Agents and jobs refer to a policy by the id of one of its versions or by its own id. Both mean the policy.

/**
 * Finds the policy of an id, and the version if it is the id of a version. The policy cannot be deleted until the
 * transaction ends.
 */
export async function lockPolicyReference(
  tx: Db,
  orgId: string,
  id: string,
): Promise<{ policyId: string; versionId: string | null } | undefined> {
  const rows = await tx.query<{ policy_id: string; version_id: string | null }>(
    `select p.id as policy_id, v.id as version_id
     from policies p left join policy_versions v on v.id = $2 and v.policy_id = p.id
     where p.org_id = $1 and p.deleted_at is null
       and p.id = coalesce((select policy_id from policy_versions where org_id = $1 and id = $2), $2)
     for key share of p`,
    [orgId, id],
  );
  return rows[0] && { policyId: rows[0].policy_id, versionId: rows[0].version_id };
}

/** Finds the version that a job was accepted with, even if the policy has been deleted since. */
export async function findAppliedPolicy(db: Db, orgId: string, versionId: string): Promise<AppliedPolicy | undefined> {
  const rows = await db.query<{
    policy_id: string;
    name: string;
    version_id: string;
    version_name: string;
    content: PolicyContent;
  }>(
    `select p.id as policy_id, p.name, v.id as version_id, v.version_name, v.content
     from policy_versions v join policies p on p.id = v.policy_id where v.org_id = $1 and v.id = $2`,
    [orgId, versionId],
  );
  const row = rows[0];
  return (
    row && {
      policyId: row.policy_id,
      name: row.name,
      versionId: row.version_id,
      versionName: row.version_name,
      content: row.content,
    }
  );
}

/** Returns a policy as text for a model, in the given or current version, or undefined if there is none. */
export async function findPolicyText(
  db: Db,
  orgId: string,
  { policyId, versionId }: { policyId?: string; versionId?: string },
): Promise<string | undefined> {
  const rows = await db.query<{ name: string; content: PolicyContent }>(
    `select p.name, v.content from policies p
     join policy_versions v on v.policy_id = p.id and v.id = coalesce($3::uuid, p.current_version_id)
     where p.org_id = $1 and p.deleted_at is null and ($2::uuid is null or p.id = $2::uuid)
       and ($2::uuid is not null or v.id = $3::uuid)`,
    [orgId, policyId ?? null, versionId ?? null],
  );
  return rows[0] && JSON.stringify(rows[0], null, 1);
}
