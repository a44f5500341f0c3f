import type { AgentCreateBody } from '@errand/contract/agents.ts';
import type { Static } from 'typebox';
import { audit } from '#orgs/audit.ts';
import type { Caller } from '#platform/caller.ts';
import type { Transactor } from '#platform/db.ts';
import { refuseBlank } from '#platform/errors.ts';
import { databaseNow, newId } from '#platform/ids.ts';
import { readApproval } from './approval.ts';
import { checkEngineConfig, type EngineRules, getEngine, readInputDefinitions, VERSION_NAME_DEFAULT } from './model.ts';
import { resolveConnections } from './resolve-connections.ts';
import { resolveKnowledge } from './resolve-knowledge.ts';
import { resolvePolicy } from './resolve-policy.ts';
import { resolveSkillSet } from './resolve-skill-set.ts';
import { type ConfigDeps, storeConfig } from './secret-config.ts';
import { insertAgent } from './store.ts';
import { insertVersion } from './versions-store.ts';

/** Creates an agent with its first version. Returns the agent's id. */
export async function createAgent(
  db: Transactor,
  { engines, box, connectors }: ConfigDeps<EngineRules>,
  caller: Caller,
  body: Static<typeof AgentCreateBody>,
): Promise<string> {
  refuseBlank({ name: body.name, version_name: body.version_name });
  const engine = getEngine(engines, body.engine_class_id);
  const engineConfig = body.engine_config ?? engine.defaultConfig;
  const inputDefinitions = body.input_definitions
    ? readInputDefinitions(body.input_definitions, engine)
    : engine.inputs;
  checkEngineConfig(engineConfig, engine);
  const approval = readApproval(body.approval) ?? null;

  const agentId = newId();
  const versionId = newId();
  const shared = { description: body.description ?? '', creatorId: caller.userId, now: new Date(databaseNow()) };
  await db.tx(async (tx) => {
    const stored = await storeConfig(tx, box, caller, { engine, config: engineConfig });
    const connectionRefs = await resolveConnections(tx, connectors, caller.orgId, { engine, config: engineConfig });
    const policy = await resolvePolicy(tx, caller.orgId, engine, engineConfig);
    const skills = await resolveSkillSet(tx, caller.orgId, engine, engineConfig);
    const knowledge = await resolveKnowledge(tx, caller.orgId, engine, engineConfig);
    await insertAgent(tx, caller.orgId, {
      ...shared,
      id: agentId,
      name: body.name,
      engineClassId: engine.id,
      currentVersionId: versionId,
      disableCache: false,
      cacheFailedJobs: false,
      cacheMaxAgeSeconds: null,
    });
    await insertVersion(tx, caller.orgId, {
      isCurrent: true,
      isDraft: false,
      ...shared,
      ...policy,
      ...skills,
      ...knowledge,
      id: versionId,
      agentId,
      versionName: body.version_name ?? VERSION_NAME_DEFAULT,
      ...stored,
      inputDefinitions,
      postActions: [],
      approval,
      connectionRefs,
    });
    await audit(tx, caller, 'agent.created', agentId, {
      name: body.name,
      engine_class_id: engine.id,
      version_id: versionId,
    });
  });
  return agentId;
}
