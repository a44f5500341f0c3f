import { useSyncExternalStore } from 'react';
import { isUnsaved } from '../data/unsaved.ts';

// Who is signed in, kept for all tabs of this browser; which organization is looked at, each tab for itself. The
// credential lives in local storage: the page runs no script but its own (Content-Security-Policy), and content from
// elsewhere is never opened in this origin.

export type Session = {
  kind: 'user' | 'key';
  credential: string;
  organizationId?: string | undefined;
  /** Only for users. */
  expiresAt?: string | undefined;
  /** The server did not take the credential any more; the page stays, so that nothing typed is lost. */
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

/** Nothing of whoever was here is left in this browser, unless it says nothing about them. */
export function leaveSession(): void {
  current = undefined;
  forget(localStorage);
  forget(sessionStorage);
  for (const listener of listeners) listener();
}

const IMPERSONAL = ['errand.theme', 'errand.code-language'];

function forget(storage: Storage): void {
  for (const name of Object.keys(storage))
    if (name.startsWith('errand.') && !IMPERSONAL.includes(name)) storage.removeItem(name);
}

/** Whether leaving would drop unsaved work. */
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

/** Tells every open page of this browser that the credential is not taken any more. */
export function endSession(credential: string): void {
  if (current?.credential === credential && !current.ended) setSession({ ...current, ended: true });
}

/** Another tab signed out, or somebody else in. What this tab shows is not for whoever is there now. */
export function onOtherPerson(callback: (before: Session | undefined) => void): () => void {
  onOther.add(callback);
  return () => onOther.delete(callback);
}

addEventListener('storage', (event) => {
  if (event.key !== PLACE && event.key !== null) return;
  const before = current;
  const stored = read();
  const isSame = stored !== undefined && stored.credential === before?.credential;
  // Somebody who signs in again in one tab has signed in again in all; somebody else looks at an organization of theirs.
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
