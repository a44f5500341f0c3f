import { AppError } from '#platform/errors.ts';

// What went wrong with a sign-in, as a sentence that says what to do. The technical reason is for the log.

const refused = (detail: string, cause?: unknown): AppError => new AppError('sign_in_refused', { detail, cause });

export const refusals = {
  ticket: () => refused('This sign-in is too old or was begun in another browser. Start it again.'),
  used: () => refused('This sign-in was completed already. Start it again.'),
  signature: (name: string, cause: unknown) =>
    refused(
      `The answer of ${name} is not signed by a key that it publishes. If it has just changed its keys, try again in half a minute.`,
      cause,
    ),
  person: (name: string, reason: string) => refused(`${name} knows you, but you cannot sign in here. ${reason}`),
};

/** Reasons why a person of the provider is nobody here, from the log's words to the person's. */
export function explainPerson(reason: string): string {
  if (/deactivated/.test(reason)) return 'Your account is deactivated. Ask an administrator.';
  if (/not verified/.test(reason)) return 'The provider has not verified your e-mail address. Verify it there first.';
  if (/no e-mail/.test(reason))
    return 'The provider did not send an e-mail address. An operator has to let it (scope or claim email).';
  if (/belongs to a user/.test(reason))
    return 'Your e-mail address is not valid, or belongs to an account here that is not linked to the provider. An operator links it: errand user link.';
  if (/No user is linked/.test(reason))
    return 'There is no account for you. Ask an administrator: accounts are not created by signing in.';
  return reason;
}

type Named = { code?: unknown; error?: unknown; claim?: unknown; cause?: Named | undefined };

/** The library wraps what it found, one or two deep. */
const claimOf = ({ claim, cause }: Named): string | undefined =>
  typeof claim === 'string' ? claim : cause && claimOf(cause);

/** No answer, or one of something that stands before the provider. */
const NO_ANSWER = /^OAUTH_(TIMEOUT|ABORT|RESPONSE_IS_NOT_CONFORM|RESPONSE_IS_NOT_JSON)$/;

/** What the library throws when an answer of the provider does not hold. Undefined: the provider did not answer. */
export function explainAnswer(name: string, error: unknown): AppError | undefined {
  const { code, error: word } = error as Named;
  if (typeof word === 'string') return explainWord(name, word, error);
  const claim = claimOf(error as Named);
  if (code === 'OAUTH_JWT_TIMESTAMP_CHECK_FAILED')
    return refused(
      `The answer of ${name} is expired or from the future. The clocks of the two servers differ by more than 30 seconds, or the sign-in took too long: try again, then have the clocks checked.`,
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
    return refused(`The answer of ${name} ${what[claim]}. Start the sign-in again.`, error);
  if (typeof code === 'string' && code.startsWith('OAUTH_') && !NO_ANSWER.test(code))
    return refused(`The answer of ${name} is not valid. Start the sign-in again.`, error);
  return undefined;
}

/** Words of RFC 6749 and OpenID Connect that a provider sends instead of an answer. */
function explainWord(name: string, word: string, error: unknown): AppError {
  if (word === 'access_denied') return refused(`${name} did not let you in, or you cancelled. Start again.`, error);
  if (word === 'invalid_grant')
    return refused(`${name} does not take the code any more: it was used or is too old. Start again.`, error);
  if (word === 'invalid_client' || word === 'unauthorized_client')
    return refused(
      `${name} does not accept this service. An operator has to check ERRAND_OIDC_CLIENT_ID and ERRAND_OIDC_CLIENT_SECRET.`,
      error,
    );
  const shown = word.replace(/[^\w.-]/g, '').slice(0, 60);
  return refused(`${name} refused the sign-in (${shown}). Start again, or ask an operator.`, error);
}
