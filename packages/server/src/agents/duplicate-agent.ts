import { audit } from '#orgs/audit.ts';
import type { Caller } from '#platform/caller.ts';
import type { Transactor } from '#platform/db.ts';
import { notFound } from '#platform/errors.ts';
import { databaseNow, newId } from '#platform/ids.ts';
import { type AgentEngines, copyName } from './model.ts';
import { resolveKnowledge } from './resolve-knowledge.ts';
import { resolvePolicy } from './resolve-policy.ts';
import { resolveSkillSet } from './resolve-skill-set.ts';
import { insertAgent, lockAgent } from './store.ts';
import { findCurrentVersion, insertVersion, storedConfigOf } from './versions-store.ts';

/** Copies an agent with its current version, without jobs, tags and webhook links. Returns the copy's id. */
export async function duplicateAgent(
  db: Transactor,
  engines: AgentEngines,
  caller: Caller,
  agentId: string,
): Promise<string> {
  const { orgId } = caller;
  const copyId = newId();
  const versionId = newId();
  const now = new Date(databaseNow());
  await db.tx(async (tx) => {
    // The lock makes name, flags and version consistent.
    const agent = await lockAgent(tx, orgId, agentId);
    const version = await findCurrentVersion(tx, orgId, agentId);
    if (agent === undefined || version === undefined) throw notFound('agent');
    const engine = engines.find(agent.engine_class_id);
    const policy = await resolvePolicy(tx, orgId, engine, version.engine_config);
    const skills = await resolveSkillSet(tx, orgId, engine, version.engine_config);
    const knowledge = await resolveKnowledge(tx, orgId, engine, version.engine_config);
    const shared = { description: version.description, creatorId: caller.userId, now };
    await insertAgent(tx, orgId, {
      ...shared,
      id: copyId,
      name: copyName(agent.name),
      engineClassId: agent.engine_class_id,
      currentVersionId: versionId,
      disableCache: agent.disable_cache,
      cacheFailedJobs: agent.cache_failed_jobs,
      cacheMaxAgeSeconds: agent.cache_max_age_seconds,
    });
    await insertVersion(tx, orgId, {
      isCurrent: true,
      isDraft: false,
      ...shared,
      ...policy,
      ...skills,
      ...knowledge,
      ...storedConfigOf(version),
      id: versionId,
      agentId: copyId,
      versionName: version.version_name,
      inputDefinitions: version.input_definitions,
      postActions: version.post_actions,
      approval: version.approval,
      connectionRefs: version.connection_refs,
    });
    await audit(tx, caller, 'agent.duplicated', copyId, { from: agentId, from_version_id: version.id });
  });
  return copyId;
}
