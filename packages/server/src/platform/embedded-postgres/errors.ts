/** The message is one line for people: the problem and its remedy. */
export class EmbeddedPostgresError extends Error {
  override name = 'EmbeddedPostgresError';
}

const needsServer = 'Set DATABASE_URL to a PostgreSQL 14 or newer server.';
const elsewhere = 'choose another folder with ERRAND_DATA_DIR';

/** Where a failure happened, for the message. */
export type FailurePlace = { dataDir: string; cluster: string; logFile: string };

type Explanation = { said: RegExp; line: (place: FailurePlace) => string };

// In this order: exhausted shared memory also says "No space left on device".
const explanations: Explanation[] = [
  {
    said: /version `(GLIBC|GLIBCXX|CXXABI)_|spawn .* ENOENT/,
    line: () => `The PostgreSQL binary needs a newer or another C library than this system has. ${needsServer}`,
  },
  {
    said: /error while loading shared libraries|Library not loaded/,
    line: () =>
      `The PostgreSQL binary misses its libraries. Run "npm rebuild" with install scripts allowed, or set DATABASE_URL.`,
  },
  {
    said: /Cannot allocate memory|out of memory/i,
    line: () =>
      `There is not enough memory to start PostgreSQL (it takes about 300 MB). Free some, or set DATABASE_URL.`,
  },
  {
    said: /could not create (shared memory segment|semaphores)/,
    line: () =>
      `The system's shared memory or semaphores are used up. End what holds them (see "ipcs"), or set DATABASE_URL.`,
  },
  {
    said: /No space left on device|ENOSPC|quota exceeded|EDQUOT/i,
    line: ({ dataDir }) => `The disk that holds ${dataDir} is full. Free some space, or ${elsewhere}.`,
  },
  {
    said: /Read-only file system|EROFS/i,
    line: ({ dataDir }) => `The disk that holds ${dataDir} is read-only. Make it writable, or ${elsewhere}.`,
  },
  {
    said: /ENOTDIR|EEXIST|ELOOP|ENAMETOOLONG/,
    line: ({ dataDir }) => `${dataDir} cannot be a folder: something else is in its path. Make room, or ${elsewhere}.`,
  },
  {
    said: /could not look up effective user ID (\d+)/,
    line: () =>
      `PostgreSQL needs this user id in /etc/passwd to create a database. Run as a user listed there, or set DATABASE_URL.`,
  },
  {
    said: /Permission denied|EACCES|EPERM|Operation not permitted|has wrong ownership|has invalid permissions/i,
    line: ({ dataDir }) =>
      `Permission denied in ${dataDir}. Give the folder to the user that runs errand (chown), or ${elsewhere}.`,
  },
  {
    said: /recovery ended before configured recovery target was reached/,
    line: () =>
      `The archived log ends before the moment to restore to. Name an earlier one or leave it out for the end of the log; times are those of PostgreSQL's clock.`,
  },
  {
    said: /requested recovery stop point is before consistent recovery point/,
    line: () =>
      `The moment to restore to is before the end of the base backup. Name a later one, or take an older backup.`,
  },
  {
    said: /could not locate required checkpoint record|WAL ends before end of online backup|could not find redo location/,
    line: () =>
      `The archived log lacks the segments that belong to this base backup. Name the folder that PostgreSQL archived to.`,
  },
  {
    said: /checkpoint record|control file|pg_control|pg_filenode|database files are incompatible|PANIC:|not a valid data directory|could not open file|could not open directory|configuration file .* contains errors|could not access the server configuration file/,
    line: ({ cluster, logFile }) =>
      `The database in ${cluster} is damaged (${logFile} says how). Restore the folder from a backup, or move it away to start empty.`,
  },
];

/** `said` is what the operating system, initdb or postgres printed. */
export function explainFailure(said: string, place: FailurePlace): EmbeddedPostgresError {
  const known = explanations.find((explanation) => explanation.said.test(said));
  if (known) return new EmbeddedPostgresError(known.line(place));
  const lines = said.trim().split('\n');
  const last = lines.findLast((line) => /FATAL:|PANIC:|error:/.test(line)) ?? lines.at(-1) ?? '';
  const reason = last.replace(/^.*?(?=FATAL:|PANIC:|error:)/, '') || 'it printed no error';
  return new EmbeddedPostgresError(`PostgreSQL did not start (${reason}). Look at ${place.logFile}.`);
}

export function errorCode(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error ? String(error.code) : undefined;
}
