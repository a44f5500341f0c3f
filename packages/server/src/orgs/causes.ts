import { AsyncLocalStorage } from 'node:async_hooks';
import type { Db } from '#platform/db.ts';
import type { Cause, Link } from './actor.ts';

// What led to the work that runs now, if no request did: a job, a bulk action, a detection run, a watch. It follows the
// work through its promises, so that the audit log names it whatever the work changes.

export type FindCause = (db: Db) => Cause | Promise<Cause>;

const causes = new AsyncLocalStorage<FindCause>();

/** Does work that was caused so. The cause is only looked up when something is recorded. */
export const causedWithin = <T>(find: FindCause, act: () => T): T => causes.run(find, act);

export const findCause = async (db: Db): Promise<Cause> => (await causes.getStore()?.(db)) ?? [];

/** A piece of work of the service as a link, such as a bulk action. */
export const workLink = (id: string, name: string): Link => ({
  kind: 'system',
  id,
  user_id: null,
  key_id: null,
  name,
  address: null,
  event: null,
});
