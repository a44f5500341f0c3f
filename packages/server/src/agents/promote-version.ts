import type { VersionPromoteBody } from '@errand/contract/agents.ts';
import type { Static } from 'typebox';
import { audit } from '#orgs/audit.ts';
import type { Caller } from '#platform/caller.ts';
import type { Db, Transactor } from '#platform/db.ts';
import { notFound } from '#platform/errors.ts';
import { databaseNow } from '#platform/ids.ts';
import { refuseMoved } from '#versions/change.ts';
import type { Gate } from '#versions/gate.ts';
import { refuseWeaker } from './approval.ts';
import { lockAgent, updateCurrentVersion } from './store.ts';
import { findCurrentVersion, findVersion } from './versions-store.ts';

/** Makes a version current, to promote or to roll back. Naming the current version changes nothing. */
export async function promoteVersion(
  db: Transactor,
  caller: Caller,
  { agentId, versionId }: { agentId: string; versionId: string },
  { gate, body }: { gate: Gate; body: Static<typeof VersionPromoteBody> },
): Promise<void> {
  await db.tx(async (tx) => {
    const agent = await lockAgent(tx, caller.orgId, agentId);
    if (agent === undefined) throw notFound('agent');
    const next = await findVersion(tx, caller.orgId, agentId, versionId);
    if (next === undefined) throw notFound('version of this agent');
    if (agent.current_version_id === versionId) return;
    refuseMoved(agent, body.expected_current);
    const current = await findCurrentVersion(tx, caller.orgId, agentId);
    refuseWeaker(caller, next.approval, current?.approval ?? null);
    const shown = next.was_current
      ? {}
      : await gate.check(tx, caller, { kind: 'agent', id: agentId, versionId, overrideReason: body.override_reason });
    const detail = {
      from: agent.current_version_id,
      to: versionId,
      ...(body.reason && { reason: body.reason }),
      ...shown,
    };
    await switchVersion(tx, caller, agentId, detail);
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
