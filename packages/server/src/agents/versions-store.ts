import type { InputDefinition, PostAction } from '@errand/contract/agents.ts';
import type { Approval } from '@errand/contract/approvals.ts';
import type { Db } from '#platform/db.ts';
import type { PolicyLink } from './resolve-policy.ts';
import type { StoredConfig } from './secret-config.ts';
import { type CreatorRow, creatorColumns } from './store.ts';

export type VersionRow = CreatorRow & {
  id: string;
  agent_id: string;
  version_name: string;
  description: string;
  input_definitions: InputDefinition[];
  /** Has a mask in place of secret values. */
  engine_config: Record<string, unknown>;
  sealed_config: Record<string, string> | null;
  secret_names: string[];
  post_actions: PostAction[];
  connection_refs: Record<string, string>;
  approval: Approval | null;
  /** Whether it is or was the current version. */
  was_current: boolean;
  /** Made for a sample run. */
  is_draft: boolean;
  created_at: Date;
};

const columns = `v.id, v.agent_id, v.version_name, v.description, v.input_definitions, v.engine_config, v.sealed_config,
  v.secret_names, v.post_actions, v.connection_refs, v.approval, v.was_current, v.is_draft, v.created_at, ${creatorColumns}`;

export async function findVersion(
  db: Db,
  orgId: string,
  agentId: string,
  versionId: string,
): Promise<VersionRow | undefined> {
  const rows = await db.query<VersionRow>(
    `select ${columns} from agent_versions v left join users u on u.id = v.creator_id
     where v.org_id = $1 and v.agent_id = $2 and v.id = $3 and v.deleted_at is null`,
    [orgId, agentId, versionId],
  );
  return rows[0];
}

/** What callers of a version need to know. */
export type VersionInterface = {
  id: string;
  engine_class_id: string;
  input_definitions: InputDefinition[];
  /** Null if there is none, or a longer one. */
  output_schema: unknown;
};

/** Reads no configuration, which may be large, beyond an output schema of so many characters. */
export const listInterfaces = (
  db: Db,
  orgId: string,
  versionIds: string[],
  schemaCharactersMax: number,
): Promise<VersionInterface[]> =>
  db.query<VersionInterface>(
    `select v.id, a.engine_class_id, v.input_definitions,
       case when length(v.engine_config->>'output_schema') <= $3::int then v.engine_config->'output_schema' end as output_schema
     from agent_versions v join agents a on a.id = v.agent_id
     where v.org_id = $1::uuid and v.id = any($2::uuid[])`,
    [orgId, versionIds, schemaCharactersMax],
  );

/** Uses one statement, so that no promotion comes in between. */
export async function findCurrentVersion(db: Db, orgId: string, agentId: string): Promise<VersionRow | undefined> {
  const rows = await db.query<VersionRow>(
    `select ${columns} from agents a join agent_versions v on v.id = a.current_version_id
     left join users u on u.id = v.creator_id
     where a.org_id = $1 and a.id = $2 and a.deleted_at is null`,
    [orgId, agentId],
  );
  return rows[0];
}

/** Returns the stored configuration, for a version that is created from this one. */
export const storedConfigOf = (row: VersionRow): StoredConfig => ({
  engineConfig: row.engine_config,
  sealedConfig: row.sealed_config,
  secretNames: row.secret_names,
});

/** Lists the newest first. */
export async function listVersions(
  db: Db,
  orgId: string,
  agentId: string,
  page: { size: number | null; offset: number },
): Promise<VersionRow[]> {
  return db.query<VersionRow>(
    `select ${columns} from agent_versions v left join users u on u.id = v.creator_id
     where v.org_id = $1 and v.agent_id = $2 and v.deleted_at is null and not v.is_draft
     order by v.id desc limit $3 offset $4`,
    [orgId, agentId, page.size, page.offset],
  );
}

/** Finds the newest version of this name. */
export async function findVersionNamed(
  db: Db,
  orgId: string,
  agentId: string,
  name: string,
): Promise<string | undefined> {
  const rows = await db.query<{ id: string }>(
    `select id from agent_versions
     where org_id = $1 and agent_id = $2 and version_name = $3 and deleted_at is null and not is_draft order by id desc limit 1`,
    [orgId, agentId, name],
  );
  return rows[0]?.id;
}

export async function countVersions(db: Db, orgId: string, agentId: string): Promise<number> {
  const rows = await db.query<{ count: number }>(
    `select count(*)::int as count from agent_versions
     where org_id = $1 and agent_id = $2 and deleted_at is null and not is_draft`,
    [orgId, agentId],
  );
  return rows[0]!.count;
}

export async function findNewestOther(
  tx: Db,
  orgId: string,
  agentId: string,
  versionId: string,
): Promise<{ id: string; was_current: boolean } | undefined> {
  const rows = await tx.query<{ id: string; was_current: boolean }>(
    `select id, was_current from agent_versions
     where org_id = $1 and agent_id = $2 and id <> $3 and deleted_at is null and not is_draft
     order by was_current desc, id desc limit 1`,
    [orgId, agentId, versionId],
  );
  return rows[0];
}

type NewVersion = PolicyLink &
  StoredConfig & {
    id: string;
    agentId: string;
    versionName: string;
    description: string;
    inputDefinitions: InputDefinition[];
    postActions: PostAction[];
    /** Ids of the connections that the version uses, by name. */
    connectionRefs: Record<string, string>;
    skillSetId: string | null;
    knowledgeBaseId: string | null;
    approval: Approval | null;
    creatorId: number | null;
    /** False if it waits to be promoted. */
    isCurrent: boolean;
    isDraft: boolean;
    now: Date;
  };

export async function insertVersion(tx: Db, orgId: string, version: NewVersion): Promise<void> {
  await tx.run(
    `insert into agent_versions (id, org_id, agent_id, version_name, description, input_definitions, engine_config,
       sealed_config, secret_names, post_actions, connection_refs, approval, creator_id, created_at, policy_id, policy_version_id,
       skill_set_id, knowledge_base_id, was_current, is_draft)
     select id, $1::uuid, "agentId", "versionName", description, "inputDefinitions", "engineConfig", "sealedConfig",
       "secretNames", "postActions", "connectionRefs", approval, "creatorId", now, "policyId", "policyVersionId",
       "skillSetId", "knowledgeBaseId", "isCurrent", "isDraft"
     from json_to_record($2::json) as version (id uuid, "agentId" uuid, "versionName" text, description text,
       "inputDefinitions" json, "engineConfig" json, "sealedConfig" json, "secretNames" text[], "postActions" json, "connectionRefs" jsonb, approval json, "creatorId" int, now timestamptz,
       "policyId" uuid, "policyVersionId" uuid, "skillSetId" uuid, "knowledgeBaseId" uuid, "isCurrent" boolean, "isDraft" boolean)`,
    [orgId, JSON.stringify(version)],
  );
}

/** Finds the newest draft with this content, so that the same sample twice needs one. Sealed values never compare. */
export async function findSameDraft(
  tx: Db,
  orgId: string,
  agentId: string,
  wanted: { inputDefinitions: InputDefinition[]; stored: StoredConfig; approval: Approval | null },
): Promise<string | undefined> {
  if (wanted.stored.sealedConfig !== null) return undefined;
  const rows = await tx.query<{ id: string }>(
    `select id from agent_versions
     where org_id = $1 and agent_id = $2 and is_draft and deleted_at is null and sealed_config is null
       and input_definitions::text = $3::json::text and engine_config::text = $4::json::text
       and approval::jsonb is not distinct from $5::jsonb
     order by id desc limit 1`,
    [
      orgId,
      agentId,
      JSON.stringify(wanted.inputDefinitions),
      JSON.stringify(wanted.stored.engineConfig),
      wanted.approval === null ? null : JSON.stringify(wanted.approval),
    ],
  );
  return rows[0]?.id;
}

/** Undefined keeps a text. Returns false if there is no such version or nothing changed. */
export async function updateVersionTexts(
  tx: Db,
  orgId: string,
  agentId: string,
  versionId: string,
  texts: { versionName?: string | undefined; description?: string | undefined },
): Promise<boolean> {
  const changed = await tx.run(
    `update agent_versions set version_name = coalesce($4::text, version_name), description = coalesce($5::text, description)
     where org_id = $1 and agent_id = $2 and id = $3 and deleted_at is null
       and (version_name, description) is distinct from (coalesce($4::text, version_name), coalesce($5::text, description))`,
    [orgId, agentId, versionId, texts.versionName ?? null, texts.description ?? null],
  );
  return changed > 0;
}

/** Hides the version. Returns false if there is no such version. */
export async function deleteVersionRow(
  tx: Db,
  orgId: string,
  agentId: string,
  versionId: string,
  now: Date,
): Promise<boolean> {
  const changed = await tx.run(
    `update agent_versions set deleted_at = $4
     where org_id = $1 and agent_id = $2 and id = $3 and deleted_at is null`,
    [orgId, agentId, versionId, now],
  );
  return changed > 0;
}
