import type { InputDefinition } from '@errand/contract/agents.ts';
import type { Db } from '#platform/db.ts';

/**
 * A version as the worker runs it. It never changes, so it may be cached; accepted jobs of a deleted version still run.
 */
export type ExecutableVersion = {
  id: string;
  engineClassId: string;
  inputDefinitions: InputDefinition[];
  engineConfig: Record<string, unknown>;
};

export async function findExecutableVersion(db: Db, versionId: string): Promise<ExecutableVersion | undefined> {
  const rows = await db.query<{
    id: string;
    engine_class_id: string;
    input_definitions: InputDefinition[];
    engine_config: Record<string, unknown>;
  }>(
    `select v.id, a.engine_class_id, v.input_definitions, v.engine_config
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
    }
  );
}
