// The newest minor releases of PostgreSQL that somebody has seen: built for npm, or packaged by Debian (15). One place:
// doctor compares with it. What is not in it is not claimed.

/** When the table was last looked at. */
const known = '2026-11-17';

const newestMinors: Record<string, number> = { 14: 23, 15: 20, 16: 14, 17: 10, 18: 4 };

/** The major release that errand brings. Other binaries have to be of the same one: it decides the files on disk. */
export const embeddedMajor = '18';

/** A sentence when `version` (such as 18.4) is behind what is known, and what to do; undefined when it is not. */
export function tellBehind(version: string, embedded: boolean): string | undefined {
  const [, major = '', minor = ''] = /^(\d+)\.(\d+)/.exec(version) ?? [];
  const newest = newestMinors[major];
  if (newest === undefined || Number(minor) >= newest) return undefined;
  const remedy = embedded
    ? `set ERRAND_POSTGRES_BIN to a folder with the programs of ${major}.${newest}, or update errand once it includes them`
    : 'update the server; the data files stay as they are';
  return `${major}.${newest} is the newest known on ${known} and fixes bugs: ${remedy}`;
}
