import type { Promotion } from '@errand/contract/promotions.ts';
import { toActor } from '#orgs/actor.ts';
import type { Db } from '#platform/db.ts';
import { databaseNow } from '#platform/ids.ts';
import { listOrganizationListeners, publishEvent } from '#webhooks/publish-event.ts';
import type { PromotionRow } from './promotions-store.ts';

export const promotionView = (row: PromotionRow): Promotion => ({
  id: row.id,
  agent_id: row.agent_id,
  policy_id: row.policy_id,
  name: row.owner_name,
  version_id: row.version_id,
  version_name: row.version_name,
  from_version_id: row.from_version_id,
  state: row.state,
  reason: row.reason,
  override_reason: row.override_reason,
  rehearsal_id: row.rehearsal_id,
  actor: toActor(row.proposed_by),
  proposed_at: row.proposed_at.toISOString(),
  decided_by: row.decided_by === null ? null : toActor([row.decided_by]),
  decided_at: row.decided_at?.toISOString() ?? null,
  comment: row.comment,
});

/** Tells webhooks that name the event, in the transaction of what happened. */
export async function notifyPromotion(
  tx: Db,
  orgId: string,
  kind: 'promotion.proposed' | 'promotion.decided',
  row: PromotionRow,
): Promise<void> {
  const webhookIds = await listOrganizationListeners(tx, orgId, kind);
  if (webhookIds.length === 0) return;
  const body = JSON.stringify({
    timestamp: new Date(databaseNow()).toISOString(),
    event: kind,
    organization: { id: orgId },
    promotion: promotionView(row),
  });
  await publishEvent(tx, webhookIds, { orgId, agentId: null, jobId: null, kind, body });
}
