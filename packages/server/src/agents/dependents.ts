import type { Db } from '#platform/db.ts';
import type { DependentAgent } from '#versions/change.ts';

/** Lists every existing agent version that uses a policy, current or not. */
export const listPolicyDependents = (db: Db, orgId: string, policyId: string): Promise<DependentAgent[]> =>
  listDependents(db, orgId, 'policy_id', policyId);

/** Lists every existing agent version that uses a skill set, current or not. */
export const listSkillDependents = (db: Db, orgId: string, setId: string): Promise<DependentAgent[]> =>
  listDependents(db, orgId, 'skill_set_id', setId);

/** Lists every existing agent version that consults a knowledge base, current or not. */
export const listKnowledgeDependents = (db: Db, orgId: string, baseId: string): Promise<DependentAgent[]> =>
  listDependents(db, orgId, 'knowledge_base_id', baseId);

function listDependents(
  db: Db,
  orgId: string,
  column: 'policy_id' | 'skill_set_id' | 'knowledge_base_id',
  id: string,
): Promise<DependentAgent[]> {
  return db.query<DependentAgent>(
    `select a.id as base_agent_id, a.name as agent_name, v.id as version_id, v.version_name
     from agent_versions v join agents a on a.id = v.agent_id
     where v.org_id = $1 and v.${column} = $2 and v.deleted_at is null and not v.is_draft and a.deleted_at is null
     order by lower(a.name), a.id, v.id desc limit 1000`,
    [orgId, id],
  );
}
