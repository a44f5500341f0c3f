import { errorCatalogue } from '@errand/sdk';

// Finds the remedy for an error, and the server's page about it.

export type Advice = { remedy?: string; page: string };

/** Returns undefined for errors without a code of the catalogue. */
export function adviseOn(code: unknown, url: string): Advice | undefined {
  if (typeof code !== 'string' || !/^errand\.[a-z_]+\.[a-z_]+$/.test(code)) return undefined;
  const page = `${url}/docs/errors/${code}/`;
  // A newer server may have codes that this CLI does not know.
  const entry = Object.hasOwn(errorCatalogue, code) ? errorCatalogue[code as keyof typeof errorCatalogue] : undefined;
  return entry === undefined ? { page } : { remedy: entry.remedy, page };
}
