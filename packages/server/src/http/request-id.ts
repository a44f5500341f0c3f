import { newId } from '#platform/ids.ts';

/** The client's request id, if it is safe in a header and in a log; otherwise a new one. */
export const readRequestId = (given: string | string[] | undefined): string =>
  typeof given === 'string' && /^[\x20-\x7e]{1,200}$/.test(given) ? given : newId();
