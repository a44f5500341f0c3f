import type { VersionPromoteBody } from '@errand/contract/agents.ts';
import type { Static } from 'typebox';
import { audit } from '#orgs/audit.ts';
import type { Caller } from '#platform/caller.ts';
import type { Db, Transactor } from '#platform/db.ts';
import { notFound } from '#platform/errors.ts';
import { databaseNow } from '#platform/ids.ts';
import { refuseMoved } from '#versions/change.ts';
import type { Approval, Gate } from '#versions/gate.ts';
import { refuseWeaker } from './approval.ts';
import { lockAgent, updateCurrentVersion } from './store.ts';
import { findCurrentVersion, findVersion } from './versions-store.ts';

/**
 * Makes a version current, to promote or to roll back. Naming the current version changes nothing. Returns false if it is
 * only proposed, because a second person has to approve it.
 */
export async function promoteVersion(
  db: Transactor,
  caller: Caller,
  { agentId, versionId }: { agentId: string; versionId: string },
  { gate, body, approval }: { gate: Gate; body: Static<typeof VersionPromoteBody>; approval?: Approval },
): Promise<boolean> {
  return db.tx(async (tx) => {
    const agent = await lockAgent(tx, caller.orgId, agentId);
    if (agent === undefined) throw notFound('agent');
    const next = await findVersion(tx, caller.orgId, agentId, versionId);
    if (next === undefined) throw notFound('version of this agent');
    if (agent.current_version_id === versionId) return true;
    refuseMoved(agent, body.expected_current);
    const current = await findCurrentVersion(tx, caller.orgId, agentId);
    refuseWeaker(caller, next.approval, current?.approval ?? null);
    const from = agent.current_version_id;
    const promotion = {
      versionId,
      wasCurrent: next.was_current,
      from,
      reason: body.reason,
      overrideReason: body.override_reason,
    };
    const shown = await gate.admit(tx, caller, { kind: 'agent', id: agentId }, promotion, approval);
    if (shown === undefined) return false;
    const detail = {
      from,
      to: versionId,
      ...(body.reason && { reason: body.reason }),
      ...shown,
    };
    await switchVersion(tx, caller, agentId, detail);
    return true;
  });
}

/** Must be called under the agent's lock. */
export async function switchVersion(
  tx: Db,
  caller: Caller,
  agentId: string,
  detail: { from: string; to: string },
): Promise<void> {
  await updateCurrentVersion(tx, caller.orgId, agentId, detail.to, new Date(databaseNow()));
  await audit(tx, caller, 'agent.version_promoted', agentId, detail);
}
