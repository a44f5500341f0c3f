/** The message is one line: the problem and what to do. */
export class EmbeddedPostgresError extends Error {
  override name = 'EmbeddedPostgresError';
}

const needsServer = 'Set DATABASE_URL to a PostgreSQL 14 or newer server.';
const elsewhere = 'choose another folder with ERRAND_DATA_DIR';

/** Where a failure happened, for the message. */
export type FailurePlace = { dataDir: string; cluster: string; logFile: string };

type Explanation = { said: RegExp; line: (place: FailurePlace) => string };

// The order matters: exhausted shared memory also reports "No space left on device".
const explanations: Explanation[] = [
  {
    said: /version `(GLIBC|GLIBCXX|CXXABI)_|spawn .* ENOENT/,
    line: () => `The PostgreSQL binary needs a newer or different C library than this system has. ${needsServer}`,
  },
  {
    said: /error while loading shared libraries|Library not loaded/,
    line: () =>
      `The PostgreSQL binary cannot find its libraries. Run "npm rebuild" with install scripts allowed, or set DATABASE_URL.`,
  },
  {
    said: /Cannot allocate memory|out of memory/i,
    line: () =>
      `There is not enough memory to start PostgreSQL, which needs about 300 MB. Free some memory, or set DATABASE_URL.`,
  },
  {
    said: /could not create (shared memory segment|semaphores)/,
    line: () =>
      `The system's shared memory or semaphores are used up. Stop the programs that hold them (see "ipcs"), or set DATABASE_URL.`,
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
    line: ({ dataDir }) =>
      `The folder ${dataDir} cannot be created: a part of its path is not a folder, or is too long. Fix the path, or ${elsewhere}.`,
  },
  {
    said: /could not look up effective user ID (\d+)/,
    line: () =>
      `PostgreSQL can create a database only as a user that is listed in /etc/passwd. Run errand as such a user, or set DATABASE_URL.`,
  },
  {
    said: /Permission denied|EACCES|EPERM|Operation not permitted|has wrong ownership|has invalid permissions/i,
    line: ({ dataDir }) =>
      `Permission denied in ${dataDir}. Make the user that runs errand the owner of the folder (chown), or ${elsewhere}.`,
  },
  {
    said: /recovery ended before configured recovery target was reached/,
    line: () =>
      `The archived log ends before the time to restore to. Use an earlier time, or leave it out to restore to the end of the log. Times refer to PostgreSQL's clock.`,
  },
  {
    said: /requested recovery stop point is before consistent recovery point/,
    line: () => `The time to restore to is before the end of the base backup. Use a later time, or an older backup.`,
  },
  {
    said: /could not locate required checkpoint record|WAL ends before end of online backup|could not find redo location/,
    line: () => `The archived log lacks the segments of this base backup. Use the folder that PostgreSQL archived to.`,
  },
  {
    said: /checkpoint record|control file|pg_control|pg_filenode|database files are incompatible|PANIC:|not a valid data directory|could not open file|could not open directory|configuration file .* contains errors|could not access the server configuration file/,
    line: ({ cluster, logFile }) =>
      `The database in ${cluster} is damaged; see ${logFile}. Restore the folder from a backup, or move it away to start with an empty database.`,
  },
];

/** Explains what the operating system, initdb or postgres printed (`said`). */
export function explainFailure(said: string, place: FailurePlace): EmbeddedPostgresError {
  const known = explanations.find((explanation) => explanation.said.test(said));
  if (known) return new EmbeddedPostgresError(known.line(place));
  const lines = said.trim().split('\n');
  const last = lines.findLast((line) => /FATAL:|PANIC:|error:/.test(line)) ?? lines.at(-1) ?? '';
  const reason = last.replace(/^.*?(?=FATAL:|PANIC:|error:)/, '') || 'it printed no error';
  return new EmbeddedPostgresError(`PostgreSQL did not start (${reason}). See ${place.logFile}.`);
}

export function errorCode(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error ? String(error.code) : undefined;
}
