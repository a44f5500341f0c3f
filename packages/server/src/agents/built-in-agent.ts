import type { Caller } from '#platform/caller.ts';
import type { Transactor } from '#platform/db.ts';
import { createAgent } from './create-agent.ts';
import { type EngineRules, getEngine } from './model.ts';
import type { ConfigDeps } from './secret-config.ts';

/** Returns the organization's agent of an engine that the service itself uses. Creates it if there is none. */
export async function ensureBuiltInAgent(
  db: Transactor,
  deps: ConfigDeps<EngineRules>,
  caller: Caller,
  engineId: string,
): Promise<string> {
  const rows = await db.query<{ id: string }>(
    `select id from agents where org_id = $1 and engine_class_id = $2 and deleted_at is null order by id limit 1`,
    [caller.orgId, engineId],
  );
  if (rows[0] !== undefined) return rows[0].id;
  const { name } = getEngine(deps.engines, engineId);
  return createAgent(db, deps, caller, { name, engine_class_id: engineId });
}
