import { createErrand } from '@errand/sdk/client.ts';
import { AuthenticationError, ConnectionError } from '@errand/sdk/errors.ts';
import { reportAnswer, reportLoss } from './connection.ts';
import { endSession, getSession } from './session.ts';

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
    reportAnswer();
    return response;
  },
  onError(error) {
    if (error instanceof ConnectionError) reportLoss();
    if (error instanceof AuthenticationError) {
      const credential = getSession()?.credential;
      if (credential !== undefined) endSession(credential);
    }
  },
});

/** For checking a credential before it becomes the session's. */
export const errandWith = (credential: string) =>
  createErrand({ credential, headers: { 'x-errand-origin': 'ui' }, retriesMax: 0 });
