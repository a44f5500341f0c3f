// The newest known minor releases of PostgreSQL: built for npm, or packaged by Debian (15). `errand doctor` compares
// the server with this table.

/** When the table was last updated. */
const known = '2026-11-17';

const newestMinors: Record<string, number> = { 14: 23, 15: 20, 16: 14, 17: 10, 18: 4 };

/** The major version that errand includes. Other binaries must have the same, because it decides the data format. */
export const embeddedMajor = '18';

/** Returns what to do if `version` (such as 18.4) is older than the newest known one, otherwise undefined. */
export function describeBehind(version: string, embedded: boolean): string | undefined {
  const [, major = '', minor = ''] = /^(\d+)\.(\d+)/.exec(version) ?? [];
  const newest = newestMinors[major];
  if (newest === undefined || Number(minor) >= newest) return undefined;
  const remedy = embedded
    ? `set ERRAND_POSTGRES_BIN to a folder with the programs of ${major}.${newest}, or update errand once it includes them`
    : 'update the server; the data files stay as they are';
  return `${major}.${newest} is the newest known on ${known} and fixes bugs: ${remedy}`;
}
