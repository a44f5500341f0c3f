import { useSyncExternalStore } from 'react';

// Who is signed in, kept for all tabs of this browser. The credential lives in local storage: the page runs no script
// but its own (Content-Security-Policy), and content from elsewhere is never opened in this origin.

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
const listeners = new Set<() => void>();
let current = read();

function read(): Session | undefined {
  try {
    const found = JSON.parse(localStorage.getItem(PLACE) ?? 'null') as Session | null;
    return typeof found?.credential === 'string' ? found : undefined;
  } catch {
    return undefined;
  }
}

export const getSession = (): Session | undefined => current;

export function setSession(session: Session | undefined): void {
  current = session;
  if (session === undefined) localStorage.removeItem(PLACE);
  else localStorage.setItem(PLACE, JSON.stringify(session));
  for (const listener of listeners) listener();
}

/** Tells every open page of this tab that the credential is not taken any more. */
export function endSession(credential: string): void {
  if (current?.credential === credential && !current.ended) setSession({ ...current, ended: true });
}

// Another tab signed in or out.
addEventListener('storage', (event) => {
  if (event.key !== PLACE && event.key !== null) return;
  current = read();
  for (const listener of listeners) listener();
});

export const useSession = (): Session | undefined =>
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => current,
  );
