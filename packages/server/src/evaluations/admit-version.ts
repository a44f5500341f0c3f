import { findLink, type Link } from '#orgs/actor.ts';
import { audit } from '#orgs/audit.ts';
import { type Caller, isPerson } from '#platform/caller.ts';
import type { Db } from '#platform/db.ts';
import { AppError } from '#platform/errors.ts';
import { databaseNow, newId } from '#platform/ids.ts';
import type { AskedPromotion, Gate, GateTarget } from '#versions/gate.ts';
import { checkGate } from './check-gate.ts';
import { findGate } from './gates-store.ts';
import { notifyPromotion } from './notify-promotion.ts';
import { dropPromotions, findMaker, findPromotion, findProposal, insertPromotion } from './promotions-store.ts';

// Under four eyes every change of the current version is proposed by one person and approved by another, going back to
// an older version included. The proof is asked for twice: the cases may have changed before the approval.

export const gate: Gate = {
  exists: async (tx, orgId, target) => (await findGate(tx, orgId, target)) !== undefined,
  check: checkGate,
  async admit(tx, caller, target, promotion, approval) {
    const { versionId, wasCurrent, overrideReason } = promotion;
    const shown = wasCurrent ? {} : await checkGate(tx, caller, { ...target, versionId, overrideReason });
    if (approval !== undefined) return { ...shown, ...(await approval(tx)) };
    if (await asksFour(tx, caller.orgId, target)) {
      await propose(tx, caller, target, promotion);
      return undefined;
    }
    await dropPromotions(tx, caller.orgId, target, null);
    return shown;
  },
  async refuseAlone(tx, orgId, target, remedy) {
    if (await asksFour(tx, orgId, target))
      throw new AppError('conflict', {
        detail: `The gate of this ${target.kind} asks for a second person whenever another version becomes current. ${remedy}`,
      });
  },
  dropProposals: (tx, orgId, target, versionId) => dropPromotions(tx, orgId, target, versionId ?? null),
};

const asksFour = async (tx: Db, orgId: string, target: GateTarget): Promise<boolean> =>
  (await findGate(tx, orgId, target))?.four_eyes === true;

async function propose(tx: Db, caller: Caller, target: GateTarget, asked: AskedPromotion): Promise<void> {
  const { orgId } = caller;
  const open = await findProposal(tx, orgId, target);
  if (open !== undefined) {
    const what = open.version_id === asked.versionId ? 'This version' : `Version "${open.version_name}"`;
    throw new AppError('conflict', {
      detail: `${what} is already proposed. Somebody else approves or rejects that first.`,
      extra: { promotion_id: open.id },
    });
  }
  const id = newId();
  await insertPromotion(tx, orgId, target, {
    id,
    version_id: asked.versionId,
    from_version_id: asked.from,
    reason: asked.reason?.trim() || null,
    override_reason: asked.overrideReason?.trim() || null,
    rehearsal_id: asked.rehearsalId ?? null,
    proposed_by: await linksBehind(tx, caller, target, asked.versionId),
    proposed_at: new Date(databaseNow()),
  });
  await audit(tx, caller, `${target.kind}.promotion_proposed`, target.id, {
    promotion_id: id,
    from: asked.from,
    to: asked.versionId,
    ...(asked.reason && { reason: asked.reason }),
    ...(asked.overrideReason && { override_reason: asked.overrideReason }),
  });
  await notifyPromotion(tx, orgId, 'promotion.proposed', (await findPromotion(tx, orgId, id))!);
}

/** A machine's proposal is that of nobody in particular, so whoever made the version stands behind it, too. */
async function linksBehind(tx: Db, caller: Caller, target: GateTarget, versionId: string): Promise<Link[]> {
  const proposer = await findLink(tx, caller);
  if (isPerson(caller)) return [proposer];
  const maker = await findMaker(tx, caller.orgId, target, versionId);
  if (maker === null) return [proposer];
  return [proposer, await findLink(tx, { userId: maker, keyId: null })];
}
