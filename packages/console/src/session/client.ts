import { AuthenticationError, ConnectionError, createErrand, type ErrandError, ForbiddenError } from '@errand/sdk';
import { reportAnswer, reportLoss } from '../data/connection.ts';
import { queryClient } from '../data/query-client.ts';
import { keys } from '../data/query-keys.ts';
import { endSession, getSession } from './session.ts';

/** Answers of whatever stands before the server; 503 may be the server's own. Neither says that it is there. */
const NOT_OURS = [502, 503, 504];

/** The only way from the console to the service. */
export const errand = createErrand({
  credential: () => getSession()?.credential,
  organizationId: () => {
    const session = getSession();
    return session?.kind === 'user' ? session.organizationId : undefined;
  },
  headers: { 'x-errand-origin': 'ui' },
  async fetch(input, init) {
    const response = await fetch(input, init);
    if (!NOT_OURS.includes(response.status)) reportAnswer();
    return response;
  },
  onError: reportError,
});

/** What every failure means beyond the call that failed. */
export function reportError(error: ErrandError): void {
  if (error instanceof ConnectionError) reportLoss();
  if (error instanceof AuthenticationError) {
    const credential = getSession()?.credential;
    if (credential !== undefined) endSession(credential);
  }
  // The role was lowered meanwhile: what is not allowed any more shall not be offered either.
  if (error instanceof ForbiddenError) void queryClient.invalidateQueries({ queryKey: keys.organizations() });
}

/** For checking a credential before it becomes the session's. */
export const errandWith = (credential: string) =>
  createErrand({ credential, headers: { 'x-errand-origin': 'ui' }, retriesMax: 0 });
