import { newId } from '#platform/ids.ts';

/** The id that the client gave to its request, if it can stand in a header and in a log; else a new one. */
export const readRequestId = (given: string | string[] | undefined): string =>
  typeof given === 'string' && /^[\x20-\x7e]{1,200}$/.test(given) ? given : newId();
