import { flushCompileCache } from 'node:module';

// Nameless users for processes that read untrusted input: a process that is taken over cannot touch the service, its
// files or another process. Only root can change its user; without root there is no identity.

export type Identity = { uid: number; gid: number };

/** The range that systems reserve for nameless accounts. Two concurrent processes never share one. */
const UID_FIRST = 61_184;
const UIDS = 4_000;
/** The group of processes that may read files laid out for them. */
export const SHARED_GID = UID_FIRST + UIDS;
let next = Math.floor(Math.random() * UIDS);

/** `gid`: by default a group of its own. */
export function chooseIdentity(gid?: number): Identity | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const uid = UID_FIRST + (next++ % UIDS);
  return { uid, gid: gid ?? uid };
}

/** Called by the process itself once it has loaded its code: afterwards it may be unable to read the installation. */
export function becomeIdentity(identity: Identity | null | undefined): void {
  if (!identity) return;
  // The last moment before untrusted input is read (code-cache.ts).
  flushCompileCache();
  process.setgroups?.([]);
  process.setgid?.(identity.gid);
  process.setuid?.(identity.uid);
}
