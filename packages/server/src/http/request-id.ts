import { newId } from '#platform/ids.ts';

/** Returns the client's request id if it is safe in headers and logs, otherwise a new one. */
export const readRequestId = (given: string | string[] | undefined): string =>
  typeof given === 'string' && /^[\x20-\x7e]{1,200}$/.test(given) ? given : newId();
