import type { DatabaseState } from '#platform/database-state.ts';
import { AppError } from '#platform/errors.ts';
import { limits } from '#platform/limits.ts';
import { OUTAGE_RETRY_SECONDS } from './error-answer.ts';

/**
 * Holds requests during an outage of the database. After the limit they get a 503. Reads wait only if the database
 * cannot be read either. No request waits for a full disk, which needs an operator.
 */
export function createOutageWait(
  state: Pick<DatabaseState, 'current' | 'whenWritable'>,
): (isRead: boolean) => Promise<void> | undefined {
  return (isRead) => {
    const view = state.current();
    if (view.writable || view.cause === 'full') return undefined;
    if (isRead && view.cause !== 'unreachable' && view.cause !== 'recovering') return undefined;
    return state.whenWritable(limits.outageWaitSeconds * 1_000).then((isBack) => {
      if (isBack) return;
      throw new AppError('unavailable', {
        detail: 'The database does not accept writes right now. Try again.',
        retryAfterSeconds: OUTAGE_RETRY_SECONDS,
      });
    });
  };
}
