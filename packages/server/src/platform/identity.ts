import { flushCompileCache } from 'node:module';

// Unnamed users for processes that read untrusted input, so that a compromised process cannot touch the service, its
// files or other processes. Only root can change its user; without root there is no identity.

export type Identity = { uid: number; gid: number };

/** A range that systems reserve for dynamic users. Concurrent processes never share a uid. */
const UID_FIRST = 61_184;
const UIDS = 4_000;
/** The group of processes that may read files prepared for them. */
export const SHARED_GID = UID_FIRST + UIDS;
let next = Math.floor(Math.random() * UIDS);

/** Returns the next identity, or undefined without root. By default, its group is as unique as its user. */
export function chooseIdentity(gid?: number): Identity | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const uid = UID_FIRST + (next++ % UIDS);
  return { uid, gid: gid ?? uid };
}

/** Switches this process to the identity, once its code is loaded: afterwards it may be unable to read its files. */
export function becomeIdentity(identity: Identity | null | undefined): void {
  if (!identity) return;
  // The last moment before untrusted input is read (code-cache.ts).
  flushCompileCache();
  process.setgroups?.([]);
  process.setgid?.(identity.gid);
  process.setuid?.(identity.uid);
}
