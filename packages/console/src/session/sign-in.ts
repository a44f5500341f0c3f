import { AuthenticationError } from '@errand/sdk';
import { queryClient } from '../data/query-client.ts';
import { errandWith } from './client.ts';
import { getSession, type Session, setSession } from './session.ts';

/** Checks the credential before it replaces the old one, as all sign-in methods do. */
export async function signInWithKey(apiKey: string): Promise<void> {
  const organizations = await errandWith(apiKey)
    .organizations.list()
    .catch((error: unknown) => {
      if (error instanceof AuthenticationError) throw new Error('This API key is unknown, revoked or expired.');
      throw error;
    });
  enter({ kind: 'key', credential: apiKey, organizationId: organizations.results[0]?.id });
}

export async function signInWithPassword(email: string, password: string): Promise<void> {
  const { token, expires_at: expiresAt } = await errandWith('').signIn.withPassword({ email, password });
  await enterAsUser(token, expiresAt);
}

/** Signs in with the code of the link that the server prints at its start. */
export async function signInWithLink(code: string): Promise<void> {
  const { token, expires_at: expiresAt } = await errandWith('').signIn.withLink({ code });
  await enterAsUser(token, expiresAt);
}

export async function enterAsUser(token: string, expiresAt: string): Promise<void> {
  const organizations = await errandWith(token).organizations.list({ page_size: 100 });
  const first = organizations.results[0];
  if (first === undefined) throw new Error('You do not belong to an organization yet. Ask an admin to add you.');
  enter({ kind: 'user', credential: token, expiresAt, organizationId: first.id });
}

function enter(session: Session): void {
  const isSame = getSession()?.organizationId === session.organizationId;
  setSession(session);
  // The same user finds the page unchanged. For another, the old organization's data must not be visible even for a
  // moment.
  void (isSame ? queryClient.invalidateQueries() : queryClient.resetQueries());
}
