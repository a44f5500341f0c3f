import { useSyncExternalStore } from 'react';
import { isUnsaved } from '../data/unsaved.ts';

// The session is shared by all tabs of this browser; each tab has its own selected organization. The credential is in
// local storage, because the page only runs its own scripts (Content-Security-Policy), and foreign content is never
// opened in this origin.

export type Session = {
  kind: 'user' | 'key';
  credential: string;
  organizationId?: string | undefined;
  /** Only for users. */
  expiresAt?: string | undefined;
  /** The server no longer accepts the credential. The page stays, so that nothing typed is lost. */
  ended?: boolean | undefined;
};

const PLACE = 'errand.session';
const ORGANIZATION = 'errand.organization';
const listeners = new Set<() => void>();
const onOther = new Set<(before: Session | undefined) => void>();
let current = read();

function read(): Session | undefined {
  try {
    const found = JSON.parse(localStorage.getItem(PLACE) ?? 'null') as Session | null;
    if (typeof found?.credential !== 'string') return undefined;
    return { ...found, organizationId: sessionStorage.getItem(ORGANIZATION) ?? found.organizationId };
  } catch {
    return undefined;
  }
}

export const getSession = (): Session | undefined => current;

export function setSession(session: Session): void {
  current = session;
  localStorage.setItem(PLACE, JSON.stringify(session));
  if (session.organizationId !== undefined) sessionStorage.setItem(ORGANIZATION, session.organizationId);
  for (const listener of listeners) listener();
}

/** Removes everything about the user from this browser. Only settings that say nothing about them stay. */
export function leaveSession(): void {
  current = undefined;
  forget(localStorage);
  forget(sessionStorage);
  for (const listener of listeners) listener();
}

const IMPERSONAL = ['errand.theme', 'errand.density', 'errand.time-zone', 'errand.code-language'];

function forget(storage: Storage): void {
  for (const name of Object.keys(storage))
    if (name.startsWith('errand.') && !IMPERSONAL.includes(name)) storage.removeItem(name);
}

/** Whether signing out would lose unsaved work. */
export const hasDrafts = (): boolean =>
  Object.keys(localStorage).some((name) => /^errand\.(policy-)?draft\./.test(name)) || hasUnsavedSql();

function hasUnsavedSql(): boolean {
  try {
    const { drafts } = JSON.parse(localStorage.getItem('errand.sql-drafts') ?? '{}') as { drafts?: unknown };
    return Array.isArray(drafts) && drafts.some((draft) => typeof draft?.text === 'string' && isUnsaved(draft));
  } catch {
    return false;
  }
}

/** Tells all tabs of this browser that the credential is no longer accepted. */
export function endSession(credential: string): void {
  if (current?.credential === credential && !current.ended) setSession({ ...current, ended: true });
}

/** Called when another tab signed out, or signed in somebody else, who must not see what this tab shows. */
export function onOtherPerson(callback: (before: Session | undefined) => void): () => void {
  onOther.add(callback);
  return () => onOther.delete(callback);
}

addEventListener('storage', (event) => {
  if (event.key !== PLACE && event.key !== null) return;
  const before = current;
  const stored = read();
  const isSame = stored !== undefined && stored.credential === before?.credential;
  // Signing in again in one tab applies to all. Another user gets one of their own organizations.
  const isRenewed = before?.ended && stored !== undefined && !stored.ended;
  if (!isSame && !isRenewed) forget(sessionStorage);
  current = read();
  for (const listener of listeners) listener();
  if (!isSame && !(isRenewed && current?.organizationId === before?.organizationId))
    for (const callback of onOther) callback(before);
});

export const useSession = (): Session | undefined =>
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => current,
  );
