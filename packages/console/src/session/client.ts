import { AuthenticationError, ConnectionError, createErrand, type ErrandError, ForbiddenError } from '@errand/sdk';
import { reportAnswer, reportLoss } from '../data/connection.ts';
import { queryClient } from '../data/query-client.ts';
import { keys } from '../data/query-keys.ts';
import { endSession, getSession } from './session.ts';

/** Responses of a proxy in front of the server. 503 may also be the server's own. None of them shows that it is up. */
const NOT_OURS = [502, 503, 504];

let isLeaving = false;

/** Starts requests that the browser finishes after the page is gone. */
export function leavingPage(start: () => void): void {
  isLeaving = true;
  start();
}
addEventListener('pageshow', () => {
  isLeaving = false;
});

/** Browsers allow 64 kB of such requests at once. */
const SMALL_CHARACTERS = 4_000;

/** A decision that is under way when somebody leaves the page must arrive: without this the browser drops it. */
const isSmallChange = (init: RequestInit | undefined): boolean =>
  init?.method !== undefined &&
  init.method !== 'GET' &&
  typeof init.body === 'string' &&
  init.body.length <= SMALL_CHARACTERS;

/** The console's only client of the service. */
export const errand = createErrand({
  credential: () => getSession()?.credential,
  organizationId: () => {
    const session = getSession();
    return session?.kind === 'user' ? session.organizationId : undefined;
  },
  headers: { 'x-errand-origin': 'ui' },
  async fetch(input, init) {
    const response = await fetch(input, isLeaving || isSmallChange(init) ? { ...init, keepalive: true } : init);
    if (!NOT_OURS.includes(response.status)) reportAnswer();
    return response;
  },
  onError: reportError,
});

/** Handles the effects of a failure beyond its call. */
export function reportError(error: ErrandError): void {
  if (error instanceof ConnectionError) reportLoss();
  if (error instanceof AuthenticationError) {
    const credential = getSession()?.credential;
    if (credential !== undefined) endSession(credential);
  }
  // The role may have been lowered, so that actions that are no longer allowed must not be offered.
  if (error instanceof ForbiddenError) void queryClient.invalidateQueries({ queryKey: keys.organizations() });
}

/** Creates a client to check a credential before it becomes the session's. */
export const errandWith = (credential: string) =>
  createErrand({ credential, headers: { 'x-errand-origin': 'ui' }, retriesMax: 0 });
