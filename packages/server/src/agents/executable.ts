import type { InputDefinition } from '@errand/contract/agents.ts';
import type { Approval } from '@errand/contract/approvals.ts';
import type { Db } from '#platform/db.ts';

/**
 * A version as the worker runs it. It never changes, so it can be cached. Accepted jobs of a deleted version still run.
 */
export type ExecutableVersion = {
  id: string;
  engineClassId: string;
  inputDefinitions: InputDefinition[];
  /** Has a mask in place of each value of `sealedConfig`. */
  engineConfig: Record<string, unknown>;
  sealedConfig: Record<string, string> | null;
  /** Names of the secrets that the configuration refers to. */
  secretNames: string[];
  /** Ids of the connections that the version uses, by name. */
  connectionRefs: Record<string, string>;
  /** Whether the version has post actions. */
  hasActions: boolean;
  approval: Approval | null;
};

export async function findExecutableVersion(db: Db, versionId: string): Promise<ExecutableVersion | undefined> {
  const rows = await db.query<{
    id: string;
    engine_class_id: string;
    input_definitions: InputDefinition[];
    engine_config: Record<string, unknown>;
    sealed_config: Record<string, string> | null;
    secret_names: string[];
    connection_refs: Record<string, string>;
    has_actions: boolean;
    approval: Approval | null;
  }>(
    `select v.id, a.engine_class_id, v.input_definitions, v.engine_config, v.sealed_config, v.secret_names,
        v.connection_refs, v.approval, json_array_length(v.post_actions) > 0 as has_actions
      from agent_versions v join agents a on a.id = v.agent_id where v.id = $1`,
    [versionId],
  );
  const row = rows[0];
  return (
    row && {
      id: row.id,
      engineClassId: row.engine_class_id,
      inputDefinitions: row.input_definitions,
      engineConfig: row.engine_config,
      sealedConfig: row.sealed_config,
      secretNames: row.secret_names,
      connectionRefs: row.connection_refs,
      hasActions: row.has_actions,
      approval: row.approval,
    }
  );
}
