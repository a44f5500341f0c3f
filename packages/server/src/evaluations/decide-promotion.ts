import { promoteVersion } from '#agents/promote-version.ts';
import { findDutyObstacle, findLink } from '#orgs/actor.ts';
import { audit } from '#orgs/audit.ts';
import type { Caller } from '#platform/caller.ts';
import type { Db, Transactor } from '#platform/db.ts';
import { AppError, forbidden, refuseBlank } from '#platform/errors.ts';
import { type CheckRehearsal, promotePolicyVersion } from '#policies/change-policy.ts';
import type { GateTarget } from '#versions/gate.ts';
import { gate } from './admit-version.ts';
import { notifyPromotion } from './notify-promotion.ts';
import { endPromotion, findPromotion, type PromotionRow, type PromotionState } from './promotions-store.ts';

/**
 * Makes a proposed version current. The second person needs the rights that the proposer needed, and what was true for
 * the proposal has to be true still: the same version is current, and the run passes.
 */
export async function approvePromotion(
  db: Transactor,
  caller: Caller,
  row: PromotionRow,
  { comment, checkRehearsal }: { comment: string | null; checkRehearsal: CheckRehearsal },
): Promise<void> {
  refuseEnded(row);
  const obstacle = findDutyObstacle(row.proposed_by, caller);
  if (obstacle !== undefined) throw forbidden(obstacle);
  const body = {
    reason: row.reason,
    expected_current: row.from_version_id,
    override_reason: row.override_reason,
  };
  let isEnded = false;
  const approval = async (tx: Db) => {
    isEnded = true;
    await end(tx, caller, row, 'approved', comment);
    return {
      promotion_id: row.id,
      proposed_by: row.proposed_by[0]?.name,
      ...(comment !== null && { comment }),
    };
  };
  const { kind, id } = targetOf(row);
  if (kind === 'agent')
    await promoteVersion(db, caller, { agentId: id, versionId: row.version_id }, { gate, body, approval });
  else
    await promotePolicyVersion(
      db,
      caller,
      { id, versionId: row.version_id },
      { ...body, rehearsal_id: row.rehearsal_id },
      { gate, checkRehearsal, approval },
    );
  // Nobody asks for an approval of what is current: somebody else was faster.
  if (!isEnded) throw new AppError('conflict', { detail: 'This version is the current one already.' });
}

/** The current version stays. Anybody who may promote may reject; whoever proposed it takes it back this way. */
export async function rejectPromotion(
  db: Transactor,
  caller: Caller,
  row: PromotionRow,
  comment: string,
): Promise<void> {
  refuseBlank({ comment });
  refuseEnded(row);
  await db.tx(async (tx) => {
    await end(tx, caller, row, 'rejected', comment);
    const { kind, id } = targetOf(row);
    await audit(tx, caller, `${kind}.promotion_rejected`, id, {
      promotion_id: row.id,
      to: row.version_id,
      comment,
    });
  });
}

async function end(
  tx: Db,
  caller: Caller,
  { id }: PromotionRow,
  state: PromotionState,
  comment: string | null,
): Promise<void> {
  const { orgId } = caller;
  const by = await findLink(tx, caller);
  const ended = await endPromotion(tx, orgId, id, { state, by, comment });
  const row = (await findPromotion(tx, orgId, id))!;
  if (!ended) refuseEnded(row);
  await notifyPromotion(tx, orgId, 'promotion.decided', row);
}

function refuseEnded({ state }: PromotionRow): void {
  if (state === 'proposed') return;
  const why =
    state === 'obsolete'
      ? 'It is obsolete: another version has become current, its version was deleted, or the gate no longer asks for a second person.'
      : `It was ${state} already.`;
  throw new AppError('conflict', { detail: `This promotion cannot be decided. ${why}` });
}

const targetOf = ({ agent_id: agentId, policy_id: policyId }: PromotionRow): GateTarget =>
  agentId === null ? { kind: 'policy', id: policyId! } : { kind: 'agent', id: agentId };
