import type { PostActionDelivery } from '@errand/contract/jobs.ts';
import { audit } from '#orgs/audit.ts';
import type { Caller } from '#platform/caller.ts';
import type { Transactor } from '#platform/db.ts';
import { AppError, notFound } from '#platform/errors.ts';
import { DATA_DELETED, findDelivery, requeueDelivery } from './store.ts';

/** Makes a delivery due at once, whatever its status, with the same id and all retries. */
export async function resendAction(
  db: Transactor,
  caller: Caller,
  jobId: string,
  deliveryId: string,
): Promise<PostActionDelivery> {
  return db.tx(async (tx) => {
    const delivery = await requeueDelivery(tx, caller.orgId, jobId, deliveryId);
    if (delivery === undefined) {
      const isThere = (await findDelivery(tx, caller.orgId, jobId, deliveryId)) !== undefined;
      throw isThere ? new AppError('conflict', { detail: DATA_DELETED }) : notFound('post action of this job');
    }
    await audit(tx, caller, 'job.post_action_resent', jobId, {
      post_action_id: delivery.id,
      name: delivery.name,
      connection_id: delivery.connection_id,
    });
    return delivery;
  });
}
