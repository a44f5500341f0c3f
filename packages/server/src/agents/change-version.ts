import type { VersionUpdateBody } from '@errand/contract/agents.ts';
import type { Static } from 'typebox';
import { audit } from '#orgs/audit.ts';
import type { Caller } from '#platform/caller.ts';
import type { Transactor } from '#platform/db.ts';
import { AppError, notFound, refuseBlank } from '#platform/errors.ts';
import { databaseNow } from '#platform/ids.ts';
import type { Gate } from '#versions/gate.ts';
import { refuseWeaker } from './approval.ts';
import type { ForgetResults } from './delete-agent.ts';
import { switchVersion } from './promote-version.ts';
import { lockAgent } from './store.ts';
import {
  deleteVersionRow,
  findCurrentVersion,
  findNewestOther,
  findVersion,
  updateVersionTexts,
} from './versions-store.ts';

/** Changes the name and description of a version. Its configuration never changes. */
export async function updateVersion(
  db: Transactor,
  caller: Caller,
  ids: { agentId: string; versionId: string },
  body: Static<typeof VersionUpdateBody>,
): Promise<void> {
  const { orgId } = caller;
  refuseBlank({ version_name: body.version_name, description: body.description });
  const texts = { versionName: body.version_name, description: body.description };
  await db.tx(async (tx) => {
    if (!(await updateVersionTexts(tx, orgId, ids.agentId, ids.versionId, texts))) return;
    await audit(tx, caller, 'agent_version.updated', ids.versionId, { agent_id: ids.agentId, ...texts });
  });
}

/**
 * Deletes a version, but never the last one. If it was current, the newest version that was current before replaces it,
 * or the newest version if none was.
 */
export async function deleteVersion(
  db: Transactor,
  caller: Caller,
  { agentId, versionId }: { agentId: string; versionId: string },
  { gate, forgetResults }: { gate: Gate; forgetResults: ForgetResults },
): Promise<void> {
  const { orgId } = caller;
  await db.tx(async (tx) => {
    const agent = await lockAgent(tx, orgId, agentId);
    if (agent === undefined) throw notFound('agent');
    const current = await findCurrentVersion(tx, orgId, agentId);
    if (!(await deleteVersionRow(tx, orgId, agentId, versionId, new Date(databaseNow())))) {
      throw notFound('version of this agent');
    }
    await forgetResults(tx, orgId, [versionId]);
    const successor = await findNewestOther(tx, orgId, agentId, versionId);
    if (successor === undefined) {
      throw new AppError('invalid_request', {
        detail: 'This is the only version of the agent. Create another one first, or delete the agent.',
      });
    }
    if (agent.current_version_id === versionId) {
      // A version that becomes current this way follows the rules of a promotion.
      const next = await findVersion(tx, orgId, agentId, successor.id);
      refuseWeaker(caller, next?.approval ?? null, current?.approval ?? null);
      const remedy = 'Promote another version first, then delete this one.';
      await gate.refuseAlone(tx, orgId, { kind: 'agent', id: agentId }, remedy);
      if (!successor.was_current) await gate.check(tx, caller, { kind: 'agent', id: agentId, versionId: successor.id });
      await switchVersion(tx, caller, agentId, { from: versionId, to: successor.id });
    }
    await gate.dropProposals(tx, orgId, { kind: 'agent', id: agentId }, versionId);
    await audit(tx, caller, 'agent_version.deleted', versionId, { agent_id: agentId });
  });
}
