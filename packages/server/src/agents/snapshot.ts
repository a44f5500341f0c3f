import type { InputDefinition } from '@errand/contract/agents.ts';
import type { Approval } from '@errand/contract/approvals.ts';
import type { Db } from '#platform/db.ts';
import { isWeaker } from './approval.ts';

/** An agent as a run needs it. One statement reads agent and version, so they are consistent. */
export type Snapshot = {
  agentId: string;
  orgId: string;
  engineClassId: string;
  disableCache: boolean;
  cacheFailedJobs: boolean;
  currentVersionId: string;
  version: {
    id: string;
    agentId: string;
    versionName: string;
    inputDefinitions: InputDefinition[];
    engineConfig: Record<string, unknown>;
  };
  /** The policy version for a job accepted now: the current or the pinned one. */
  policyVersionId: string | null;
  /** The current version of the skill set. */
  skillVersionId: string | null;
  /** Identifies the state of the knowledge base. */
  knowledgeVersion: string | null;
  /** Whether the operator has paused its organization. */
  paused: boolean;
  /** Whether its approval is weaker than that of the current version. */
  isLessApproved: boolean;
  /** Whether people approve its results. */
  needsApproval: boolean;
};

type SnapshotRow = {
  agent_id: string;
  org_id: string;
  engine_class_id: string;
  disable_cache: boolean;
  cache_failed_jobs: boolean;
  current_version_id: string;
  version_id: string;
  version_name: string;
  input_definitions: InputDefinition[];
  engine_config: Record<string, unknown>;
  policy_version_id: string | null;
  skill_version_id: string | null;
  knowledge_version: string | null;
  paused: boolean;
  approval: Approval | null;
  current_approval: Approval | null;
};

const columns = `a.id as agent_id, a.org_id, a.engine_class_id, a.disable_cache, a.cache_failed_jobs,
  a.current_version_id, v.approval,
  case when v.id = a.current_version_id then v.approval
    else (select c.approval from agent_versions c where c.id = a.current_version_id) end as current_approval,
  v.id as version_id, v.version_name, v.input_definitions, v.engine_config,
  coalesce(v.policy_version_id, p.current_version_id) as policy_version_id, k.current_version_id as skill_version_id,
  l.id || ' ' || extract(epoch from l.updated_at) as knowledge_version,
  exists (select from organizations o where o.id = a.org_id and o.paused_at is not null) as paused`;
const policy = `left join policies p on p.id = v.policy_id and p.deleted_at is null
  left join skill_sets k on k.id = v.skill_set_id
  left join knowledge_bases b on b.id = v.knowledge_base_id left join knowledge_lenses l on l.id = b.lens_id`;

/**
 * Finds an agent with its current version by agent id. If no agent has that id, finds it by version id, which older
 * clients send. Searches all organizations: the caller compares `orgId` to distinguish "forbidden" from "not found".
 */
export async function findRunnable(system: Db, id: string): Promise<Snapshot | undefined> {
  const rows = await system.query<SnapshotRow>(
    `select ${columns} from agents a join agent_versions v on v.id = a.current_version_id ${policy}
     where a.id = $1 and a.deleted_at is null and v.deleted_at is null
     union all
     select ${columns} from agent_versions v join agents a on a.id = v.agent_id ${policy}
     where v.id = $1 and a.deleted_at is null and v.deleted_at is null
     limit 1`,
    [id],
  );
  return rows[0] && snapshot(rows[0]);
}

export async function findRunnableVersion(
  system: Db,
  agentId: string,
  versionId: string,
): Promise<Snapshot | undefined> {
  const rows = await system.query<SnapshotRow>(
    `select ${columns} from agents a join agent_versions v on v.agent_id = a.id ${policy}
     where a.id = $1 and v.id = $2 and a.deleted_at is null and v.deleted_at is null`,
    [agentId, versionId],
  );
  return rows[0] && snapshot(rows[0]);
}

const snapshot = (row: SnapshotRow): Snapshot => ({
  agentId: row.agent_id,
  orgId: row.org_id,
  engineClassId: row.engine_class_id,
  disableCache: row.disable_cache,
  cacheFailedJobs: row.cache_failed_jobs,
  currentVersionId: row.current_version_id,
  version: {
    id: row.version_id,
    agentId: row.agent_id,
    versionName: row.version_name,
    inputDefinitions: row.input_definitions,
    engineConfig: row.engine_config,
  },
  policyVersionId: row.policy_version_id,
  skillVersionId: row.skill_version_id,
  knowledgeVersion: row.knowledge_version,
  paused: row.paused,
  isLessApproved: isWeaker(row.approval, row.current_approval),
  needsApproval: row.approval !== null,
});
