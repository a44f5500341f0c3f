// The account that owns the cluster and runs postgres. PostgreSQL refuses to run as root.
import { readFile, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { EmbeddedPostgresError } from './errors.ts';

export type Account = { uid: number; gid: number };

/** Returns the account for postgres, or undefined for the current user. */
export async function chooseAccount(cluster: string): Promise<Account | undefined> {
  const uid = process.getuid?.();
  const owner = await stat(cluster).catch(() => undefined);
  if (uid !== 0) {
    if (!owner || uid === undefined || owner.uid === uid) return undefined;
    const message = `${cluster} belongs to user id ${owner.uid}, not to ${uid}. Run errand as that user or as root, or choose another folder with ERRAND_DATA_DIR.`;
    throw new EmbeddedPostgresError(message);
  }
  // A cluster keeps its owner. Root owns it only after a restore that did not keep owners.
  if (owner && owner.uid !== 0) return { uid: owner.uid, gid: owner.gid };
  return findUnprivilegedAccount();
}

/** Chooses a user from /etc/passwd, because initdb requires a listed one. Usually it is nobody, 65534. */
async function findUnprivilegedAccount(): Promise<Account> {
  const listed = await readFile('/etc/passwd', 'utf8').catch(() => '');
  const accounts = listed.split('\n').map((line) => {
    const [name, , uid, gid] = line.split(':');
    return { name, uid: Number(uid), gid: Number(gid) };
  });
  const chosen =
    accounts.find((account) => account.uid === 65534) ??
    accounts.find((account) => ['nobody', 'postgres', 'daemon'].includes(account.name ?? '') && account.uid > 0);
  if (!chosen) {
    const message = `PostgreSQL does not run as root, and /etc/passwd has no user "nobody". Add that user, run errand as an ordinary user, or set DATABASE_URL.`;
    throw new EmbeddedPostgresError(message);
  }
  return { uid: chosen.uid, gid: chosen.gid };
}

/** Whether the account may traverse all folders from / to this one. */
export async function canReach(account: Account, folder: string): Promise<boolean> {
  for (let path = folder; ; path = dirname(path)) {
    const { uid, gid, mode } = await stat(path);
    const walk = uid === account.uid ? 0o100 : gid === account.gid ? 0o010 : 0o001;
    if ((mode & walk) === 0) return false;
    if (path === dirname(path)) return true;
  }
}
