import type { Db } from '#platform/db.ts';
import { invalidFields } from '#platform/errors.ts';
import { findQueue } from './store/queues.ts';

/** The queue that a list is limited to, by its id or name. */
export async function findQueueId(db: Db, orgId: string, given: string | undefined): Promise<string | undefined> {
  if (given === undefined || given === '') return undefined;
  const queue = await findQueue(db, orgId, given);
  if (queue === undefined) throw invalidFields({ queue: ['There is no case queue with this id or name.'] });
  return queue.id;
}
