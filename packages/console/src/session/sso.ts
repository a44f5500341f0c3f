import { errandWith } from './client.ts';
import { enterAsUser } from './sign-in.ts';

// Signing in at the identity provider. The ticket stays in this tab while the person is away: nobody can complete a
// sign-in here that was begun elsewhere.

const TICKET = 'errand.sso-ticket';

/** Leaves the console for the provider, which sends the person back to /sign-in/callback. */
export async function startSso(next: string | undefined): Promise<void> {
  const { url, ticket } = await errandWith('').sso.start(next === undefined ? {} : { next });
  sessionStorage.setItem(TICKET, ticket);
  location.assign(url);
}

/** Takes what the provider sent back. Returns the path to open. */
export async function completeSso(parameters: URLSearchParams): Promise<string> {
  const ticket = sessionStorage.getItem(TICKET);
  sessionStorage.removeItem(TICKET);
  const state = parameters.get('state');
  if (ticket === null || state === null)
    throw new Error('This sign-in was already completed, or started in another tab. Start it again.');
  const read = (name: string) => {
    const value = parameters.get(name);
    return value === null ? {} : { [name]: value };
  };
  const answer = await errandWith('').sso.complete({
    ticket,
    state,
    ...read('code'),
    ...read('iss'),
    ...read('error'),
    ...read('error_description'),
  });
  await enterAsUser(answer.token, answer.expires_at);
  return answer.next ?? '/';
}
