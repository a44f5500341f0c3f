import type { DatabaseState } from '#platform/database-state.ts';
import { AppError } from '#platform/errors.ts';
import { limits } from '#platform/limits.ts';
import { OUTAGE_RETRY_SECONDS } from './error-answer.ts';

/**
 * Requests wait for a database that is out, up to the limit, and are answered 503 then. A read waits only where nothing
 * can be read; a full disk is waited for by nobody, since it needs an operator.
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
        detail: 'The database takes no writes at the moment. Try again.',
        retryAfterSeconds: OUTAGE_RETRY_SECONDS,
      });
    });
  };
}
