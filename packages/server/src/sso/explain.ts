import { AppError } from '#platform/errors.ts';

// Explains why a sign-in failed, in a sentence that says what to do. The technical reason goes to the log.

const refused = (detail: string, cause?: unknown): AppError => new AppError('sign_in_refused', { detail, cause });

export const refusals = {
  ticket: () => refused('This sign-in has expired or was started in another browser. Start it again.'),
  used: () => refused('This sign-in was already completed. Start it again.'),
  signature: (name: string, cause: unknown) =>
    refused(
      `The response from ${name} is not signed by a key that it publishes. If it has just changed its keys, try again in half a minute.`,
      cause,
    ),
  person: (name: string, reason: string) => refused(`${name} knows you, but you cannot sign in here. ${reason}`),
};

/** Turns the reason in the log why a person has no user here into a sentence for that person. */
export function explainPerson(reason: string): string {
  if (/deactivated/.test(reason)) return 'Your account is deactivated. Ask an administrator.';
  if (/not verified/.test(reason)) return 'The provider has not verified your e-mail address. Verify it there first.';
  if (/no e-mail/.test(reason))
    return 'The provider did not send an e-mail address. An operator must configure it to send one (scope or claim email).';
  if (/belongs to a user/.test(reason))
    return 'Your e-mail address is not valid, or belongs to an account here that is not linked to the provider. An operator can link it: npx errand user link.';
  if (/No user is linked/.test(reason))
    return 'You have no account here, and signing in does not create one. Ask an administrator.';
  return reason;
}

type Named = { code?: unknown; error?: unknown; claim?: unknown; cause?: Named | undefined };

/** The library wraps the failed claim one or two levels deep. */
const claimOf = ({ claim, cause }: Named): string | undefined =>
  typeof claim === 'string' ? claim : cause && claimOf(cause);

/** No response, or one from something in front of the provider, such as a proxy. */
const NO_ANSWER = /^OAUTH_(TIMEOUT|ABORT|RESPONSE_IS_NOT_CONFORM|RESPONSE_IS_NOT_JSON)$/;

/** Explains an error of the library about the provider's response. Returns undefined if there was no response. */
export function explainAnswer(name: string, error: unknown): AppError | undefined {
  const { code, error: word } = error as Named;
  if (typeof word === 'string') return explainWord(name, word, error);
  const claim = claimOf(error as Named);
  if (code === 'OAUTH_JWT_TIMESTAMP_CHECK_FAILED')
    return refused(
      `The response from ${name} has expired or is from the future. The clocks of the two servers differ by more than 30 seconds, or the sign-in took too long. Try again; if it fails again, have the clocks checked.`,
      error,
    );
  const what: Record<string, string> = {
    nonce: 'belongs to another sign-in (nonce)',
    iss: 'comes from another issuer',
    aud: 'is meant for another application (audience)',
    azp: 'is meant for another application (azp)',
    sub: 'is about two different people',
  };
  if (claim !== undefined && what[claim] !== undefined)
    return refused(`The response from ${name} ${what[claim]}. Start the sign-in again.`, error);
  if (typeof code === 'string' && code.startsWith('OAUTH_') && !NO_ANSWER.test(code))
    return refused(`The response from ${name} is not valid. Start the sign-in again.`, error);
  return undefined;
}

/** Explains an error code of RFC 6749 or OpenID Connect. */
function explainWord(name: string, word: string, error: unknown): AppError {
  if (word === 'access_denied') return refused(`${name} did not let you in, or you cancelled. Start again.`, error);
  if (word === 'invalid_grant')
    return refused(
      `${name} no longer accepts the code because it was already used or has expired. Start again.`,
      error,
    );
  if (word === 'invalid_client' || word === 'unauthorized_client')
    return refused(
      `${name} does not accept this service. An operator must check ERRAND_OIDC_CLIENT_ID and ERRAND_OIDC_CLIENT_SECRET.`,
      error,
    );
  const shown = word.replace(/[^\w.-]/g, '').slice(0, 60);
  return refused(`${name} refused the sign-in (${shown}). Start again, or ask an operator.`, error);
}
