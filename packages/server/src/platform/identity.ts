import { flushCompileCache } from 'node:module';

// Users without a name, for processes that work on untrusted input: what such a process is taken over for, it cannot do
// to the service, its files or another process. Only root can become somebody else; for others there is no identity.

export type Identity = { uid: number; gid: number };

/** The range that systems set aside for accounts without a name; two processes at once never share one. */
const UID_FIRST = 61_184;
const UIDS = 4_000;
/** Of processes that are to read what is laid out for them. */
export const SHARED_GID = UID_FIRST + UIDS;
let next = Math.floor(Math.random() * UIDS);

/** `gid`: default a group of its own. */
export function chooseIdentity(gid?: number): Identity | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const uid = UID_FIRST + (next++ % UIDS);
  return { uid, gid: gid ?? uid };
}

/** By the process itself, once it has loaded what it needs: afterwards it may not be able to read the installation. */
export function becomeIdentity(identity: Identity | null | undefined): void {
  if (!identity) return;
  // The last moment at which nothing foreign has been looked at (code-cache.ts).
  flushCompileCache();
  process.setgroups?.([]);
  process.setgid?.(identity.gid);
  process.setuid?.(identity.uid);
}
