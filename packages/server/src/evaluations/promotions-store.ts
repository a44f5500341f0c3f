import type { Link } from '#orgs/actor.ts';
import type { Db } from '#platform/db.ts';
import { type Listed, listPage, type Page } from '#platform/list-page.ts';
import type { GateTarget } from '#versions/gate.ts';

// Promotions that a second person has to approve. One is open for each agent or policy; ended ones stay on record.

export const promotionStates = ['proposed', 'approved', 'rejected', 'obsolete'] as const;
export type PromotionState = (typeof promotionStates)[number];

export type PromotionRow = {
  id: string;
  agent_id: string | null;
  policy_id: string | null;
  owner_name: string;
  version_id: string;
  version_name: string;
  from_version_id: string | null;
  state: PromotionState;
  reason: string | null;
  override_reason: string | null;
  rehearsal_id: string | null;
  proposed_by: Link[];
  proposed_at: Date;
  decided_by: Link | null;
  decided_at: Date | null;
  comment: string | null;
};

const COLUMNS = `p.id, p.agent_id, p.policy_id, coalesce(a.name, o.name) as owner_name, p.version_id,
  coalesce(nullif(v.version_name, ''), w.version_name, '') as version_name, p.from_version_id, p.state, p.reason,
  p.override_reason, p.rehearsal_id, p.proposed_by, p.proposed_at, p.decided_by, p.decided_at, p.comment`;
const OWNERS = `version_promotions p left join agents a on a.id = p.agent_id left join policies o on o.id = p.policy_id`;
const VERSIONS = `left join agent_versions v on v.id = p.version_id and p.agent_id is not null
  left join policy_versions w on w.id = p.version_id and p.policy_id is not null`;
const IS_THERE = 'coalesce(a.deleted_at, o.deleted_at) is null';

export const columnOf = ({ kind }: GateTarget): string => (kind === 'agent' ? 'agent_id' : 'policy_id');

type PromotionFilter = { state?: string | undefined; agentId?: string | undefined; policyId?: string | undefined };

export const listPromotions = (
  db: Db,
  orgId: string,
  { state, agentId, policyId }: PromotionFilter,
  page: Page,
): Promise<Listed<PromotionRow>> =>
  listPage(db, {
    columns: COLUMNS,
    from: OWNERS,
    joins: VERSIONS,
    where: `p.org_id = $1::uuid and ${IS_THERE} and ($2::text is null or p.state = $2)
      and ($3::uuid is null or p.agent_id = $3) and ($4::uuid is null or p.policy_id = $4)`,
    order: 'p.id desc',
    values: [orgId, state ?? null, agentId ?? null, policyId ?? null],
    page,
  });

export async function findPromotion(db: Db, orgId: string, id: string): Promise<PromotionRow | undefined> {
  const rows = await db.query<PromotionRow>(
    `select ${COLUMNS} from ${OWNERS} ${VERSIONS} where p.org_id = $1::uuid and p.id = $2::uuid and ${IS_THERE}`,
    [orgId, id],
  );
  return rows[0];
}

export async function findProposal(db: Db, orgId: string, target: GateTarget): Promise<PromotionRow | undefined> {
  const rows = await db.query<PromotionRow>(
    `select ${COLUMNS} from ${OWNERS} ${VERSIONS}
     where p.org_id = $1::uuid and p.${columnOf(target)} = $2::uuid and p.state = 'proposed'`,
    [orgId, target.id],
  );
  return rows[0];
}

/** Who made a version. */
export async function findMaker(
  tx: Db,
  orgId: string,
  { kind }: GateTarget,
  versionId: string,
): Promise<number | null> {
  const rows = await tx.query<{ creator_id: number | null }>(
    `select creator_id from ${kind === 'agent' ? 'agent_versions' : 'policy_versions'}
     where org_id = $1::uuid and id = $2::uuid`,
    [orgId, versionId],
  );
  return rows[0]?.creator_id ?? null;
}

type NewPromotion = Pick<PromotionRow, 'id' | 'version_id' | 'from_version_id' | 'proposed_by'> & {
  proposed_at: Date;
  reason: string | null;
  override_reason: string | null;
  rehearsal_id: string | null;
};

export async function insertPromotion(tx: Db, orgId: string, target: GateTarget, given: NewPromotion): Promise<void> {
  await tx.run(
    `insert into version_promotions (id, org_id, ${columnOf(target)}, version_id, from_version_id, state, reason,
       override_reason, rehearsal_id, proposed_by, proposed_at)
     select g.id, $1::uuid, $2::uuid, g.version_id, g.from_version_id, 'proposed', g.reason, g.override_reason,
       g.rehearsal_id, g.proposed_by, g.proposed_at
     from json_to_record($3::json) as g (id uuid, version_id uuid, from_version_id uuid, reason text, override_reason text,
       rehearsal_id uuid, proposed_by json, proposed_at timestamptz)`,
    [orgId, target.id, JSON.stringify(given)],
  );
}

/** Returns false if somebody else ended it first. */
export async function endPromotion(
  tx: Db,
  orgId: string,
  id: string,
  { state, by, comment }: { state: PromotionState; by: Link; comment: string | null },
): Promise<boolean> {
  const ended = await tx.run(
    `update version_promotions set state = $3, decided_by = $4::json, decided_at = clock_timestamp(), comment = $5
     where org_id = $1::uuid and id = $2::uuid and state = 'proposed'`,
    [orgId, id, state, JSON.stringify(by), comment],
  );
  return ended > 0;
}

export async function dropPromotions(
  tx: Db,
  orgId: string,
  target: GateTarget,
  versionId: string | null,
): Promise<void> {
  await tx.run(
    `update version_promotions set state = 'obsolete', decided_at = clock_timestamp()
     where org_id = $1::uuid and ${columnOf(target)} = $2::uuid and state = 'proposed'
       and ($3::uuid is null or version_id = $3)`,
    [orgId, target.id, versionId],
  );
}
