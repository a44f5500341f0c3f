import { errandWith } from './client.ts';
import { enterAsUser } from './sign-in.ts';

// Signs in with the identity provider. The ticket stays in this tab in the meantime, so that nobody can complete a
// sign-in here that was begun elsewhere.

const TICKET = 'errand.sso-ticket';

/** Redirects to the provider, which redirects back to /sign-in/callback. */
export async function startSso(next: string | undefined): Promise<void> {
  const { url, ticket } = await errandWith('').sso.start(next === undefined ? {} : { next });
  sessionStorage.setItem(TICKET, ticket);
  location.assign(url);
}

/** Completes the sign-in with the provider's response. Returns the path to open. */
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
