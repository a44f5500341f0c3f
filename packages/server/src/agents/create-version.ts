import type { VersionCreateBody } from '@errand/contract/agents.ts';
import type { Static } from 'typebox';
import { audit } from '#orgs/audit.ts';
import type { Caller } from '#platform/caller.ts';
import type { Transactor } from '#platform/db.ts';
import { invalidFields, notFound, refuseBlank } from '#platform/errors.ts';
import { databaseNow, newId } from '#platform/ids.ts';
import type { Gate } from '#versions/gate.ts';
import { readApproval, refuseWeaker } from './approval.ts';
import {
  type AgentEngine,
  checkEngineConfig,
  checkPostActions,
  getEngine,
  isLeftOut,
  readInputDefinitions,
  VERSION_NAME_DEFAULT,
} from './model.ts';
import { resolveConnections } from './resolve-connections.ts';
import { resolveKnowledge } from './resolve-knowledge.ts';
import { resolvePolicy } from './resolve-policy.ts';
import { resolveSkillSet } from './resolve-skill-set.ts';
import { type ConfigDeps, storeConfig } from './secret-config.ts';
import { lockAgent, updateCurrentVersion } from './store.ts';
import { findCurrentVersion, findSameDraft, findVersion, insertVersion, storedConfigOf } from './versions-store.ts';

export type VersionDeps = ConfigDeps<AgentEngine> & { gate: Gate };

type VersionRequest = Static<typeof VersionCreateBody> & {
  /** For a sample run: in no list, and not current. */
  isDraft?: boolean;
};

/** Creates a version and returns its id. It is current unless there is a gate. Omitted fields come from its base. */
export async function createVersion(
  db: Transactor,
  { engines, box, connectors, gate }: VersionDeps,
  caller: Caller,
  agent: { id: string; engine_class_id: string },
  body: VersionRequest,
): Promise<string> {
  const { orgId } = caller;
  const { isDraft = false } = body;
  refuseBlank({ version_name: body.version_name });
  const engine = getEngine(engines, agent.engine_class_id);
  const inputDefinitions = isLeftOut(body.input_definitions, engine)
    ? undefined
    : readInputDefinitions(body.input_definitions!, engine);
  const ownConfig = isLeftOut(body.engine_config, engine) ? undefined : body.engine_config!;
  if (ownConfig !== undefined) checkEngineConfig(ownConfig, engine);
  if (body.post_actions !== undefined) checkPostActions(body.post_actions);
  const ownApproval = readApproval(body.approval);

  return db.tx(async (tx) => {
    const locked = await lockAgent(tx, orgId, agent.id);
    const baseId = body.base_version_id ?? null;
    const base =
      baseId === null
        ? await findCurrentVersion(tx, orgId, agent.id)
        : await findVersion(tx, orgId, agent.id, baseId.toLowerCase());
    if (baseId !== null && base === undefined)
      throw invalidFields({ base_version_id: ['This agent has no version with this id.'] });
    if (locked === undefined || base === undefined) throw notFound('agent');
    const approval = ownApproval === undefined ? base.approval : ownApproval;
    const wantsCurrent = !isDraft && (body.make_current ?? true);
    const isCurrent = wantsCurrent && !(await gate.exists(tx, orgId, { kind: 'agent', id: agent.id }));
    // The new version replaces the current one, whatever its base is.
    const current = await findCurrentVersion(tx, orgId, agent.id);
    if (isCurrent) refuseWeaker(caller, approval, current?.approval ?? null);
    const kept = storedConfigOf(base);
    const stored =
      ownConfig === undefined ? kept : await storeConfig(tx, box, caller, { engine, config: ownConfig, base: kept });
    if (isDraft) {
      const same = await findSameDraft(tx, orgId, agent.id, {
        inputDefinitions: inputDefinitions ?? base.input_definitions,
        stored,
        approval,
      });
      if (same !== undefined) return same;
    }
    const connectionRefs = await resolveConnections(tx, connectors, orgId, {
      engine,
      config: stored.engineConfig,
      postActions: body.post_actions,
      kept: { refs: base.connection_refs, config: ownConfig === undefined, postActions: base.post_actions },
    });
    const policy = await resolvePolicy(tx, orgId, engine, stored.engineConfig);
    const skills = await resolveSkillSet(tx, orgId, engine, stored.engineConfig);
    const knowledge = await resolveKnowledge(tx, orgId, engine, stored.engineConfig);
    // Created under the lock, so that the newest of concurrently created versions stays current.
    const versionId = newId();
    const now = new Date(databaseNow());
    await insertVersion(tx, orgId, {
      ...policy,
      ...skills,
      ...knowledge,
      ...stored,
      id: versionId,
      agentId: agent.id,
      versionName: body.version_name ?? VERSION_NAME_DEFAULT,
      description: body.description ?? '',
      inputDefinitions: inputDefinitions ?? base.input_definitions,
      postActions: body.post_actions ?? base.post_actions,
      approval,
      connectionRefs,
      creatorId: caller.userId,
      isCurrent,
      isDraft,
      now,
    });
    if (isCurrent) await updateCurrentVersion(tx, orgId, agent.id, versionId, now);
    await audit(tx, caller, 'agent_version.created', versionId, {
      agent_id: agent.id,
      ...(isDraft && { is_draft: true }),
      ...(isCurrent && { from: locked.current_version_id, to: versionId }),
    });
    return versionId;
  });
}
