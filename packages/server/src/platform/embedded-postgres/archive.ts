// Copies of PostgreSQL's log (WAL) in a folder, for restores to any moment. PostgreSQL runs the commands itself.
import { chown, mkdir } from 'node:fs/promises';
import { type Account, canReach } from './account.ts';
import { EmbeddedPostgresError } from './errors.ts';

/** A quiet database copies its log this often. At most this much is lost with its disk. */
const ARCHIVE_SECONDS = 60;

/** Returns settings that make PostgreSQL copy each segment of its log to the folder. Creates the folder if needed. */
export async function archiveSettings(folder: string, account: Account | undefined): Promise<Record<string, string>> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  if (account) await chown(folder, account.uid, account.gid);
  await refuseUnreachable(folder, account);
  const target = quote(`${folder}/`);
  // A segment that already exists must be identical. A copy appears whole: it is on disk before it gets its name.
  const copy = `cp "%p" ${target}"%f.part" && { sync ${target}"%f.part" 2>/dev/null || sync; } && mv ${target}"%f.part" ${target}"%f"`;
  return {
    archive_mode: 'on',
    archive_timeout: String(ARCHIVE_SECONDS),
    archive_command: `if test -f ${target}"%f"; then cmp -s "%p" ${target}"%f"; else ${copy}; fi`,
  };
}

export const restoreCommand = (folder: string): string => `cp ${quote(`${folder}/`)}"%f" "%p"`;

/** Throws if PostgreSQL's account cannot enter the folder, which is common for root's folders. */
export async function refuseUnreachable(folder: string, account: Account | undefined): Promise<void> {
  if (!account || (await canReach(account, folder))) return;
  throw new EmbeddedPostgresError(
    `PostgreSQL runs as user id ${account.uid}, which cannot enter ${folder}. Choose a folder outside root's home, such as /var/lib/errand-wal, or run errand as an ordinary user.`,
  );
}

/** Quotes a text for the shell, and doubles percent signs, which PostgreSQL would replace. */
const quote = (text: string): string => `'${text.replaceAll("'", `'\\''`).replaceAll('%', '%%')}'`;
