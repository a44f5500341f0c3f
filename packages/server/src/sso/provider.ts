import type { Configuration } from 'openid-client';
import type { OidcSettings, SignInSettings } from '#orgs/oidc-settings.ts';
import { CLOCK_SKEW_SECONDS } from '#orgs/outside-tokens.ts';
import { AppError } from '#platform/errors.ts';

// The identity provider as its discovery document describes it. The document is fetched when somebody signs in, never
// at the start, because the service starts and runs without the provider.

export type Provider = {
  /** Throws "provider_down" with a sentence for the person. */
  open(): Promise<Configuration>;
  /** Returns why nobody can sign in right now, or null if they can. */
  findProblem(): Promise<string | null>;
};

/** Sign-ins after this time ask the provider again, so that people are told that it is down and not sent there. */
const FRESH_MS = 10_000;
/** While the provider is down, it is asked at most once in this time. */
const RETRY_MS = 3_000;
const TIMEOUT_SECONDS = 8;

export type SsoSettings = OidcSettings & { signIn: SignInSettings };

type Options = { settings: SsoSettings; fetch: typeof fetch };
type Asked = { at: number; answer: Promise<Configuration>; failed: boolean };

export function createProvider({ settings, fetch }: Options): Provider {
  let asked: Asked | undefined;

  function open(): Promise<Configuration> {
    const age = asked === undefined ? Number.POSITIVE_INFINITY : Date.now() - asked.at;
    if (asked !== undefined && age < (asked.failed ? RETRY_MS : FRESH_MS)) return asked.answer;
    const next: Asked = { at: Date.now(), answer: discover(settings, fetch), failed: false };
    next.answer.catch(() => {
      next.failed = true;
    });
    asked = next;
    return next.answer;
  }

  return {
    open,
    findProblem: () =>
      open().then(
        () => null,
        (error: unknown) => (error instanceof Error ? error.message : String(error)),
      ),
  };
}

async function discover(settings: SsoSettings, fetch: typeof globalThis.fetch): Promise<Configuration> {
  const { issuer, signIn } = settings;
  // Loaded when the first person signs in, because most processes never need it.
  const openid = await import('openid-client');
  const config = await openid
    .discovery(new URL(issuer), signIn.clientId, { [openid.clockTolerance]: CLOCK_SKEW_SECONDS }, undefined, {
      [openid.customFetch]: fetch as never,
      timeout: TIMEOUT_SECONDS,
      // The operator named the address, and an internal provider may have no certificate.
      ...(new URL(issuer).protocol === 'http:' && { execute: [openid.allowInsecureRequests] }),
    })
    .catch((cause: unknown) => {
      throw down(signIn, cause);
    });
  const server = config.serverMetadata();
  // Issuer and subject identify a person, so a different slash would make another person.
  if (server.issuer !== issuer)
    throw new AppError('provider_down', {
      detail: `The provider calls itself ${server.issuer}, but ERRAND_OIDC_ISSUER is ${issuer}. An operator must set exactly that address.`,
    });
  if (server.token_endpoint === undefined || server.authorization_endpoint === undefined)
    throw new AppError('provider_down', {
      detail: 'The provider names no address for signing in. An operator must check ERRAND_OIDC_ISSUER.',
    });
  return authenticated(openid, config, signIn);
}

/** Uses client_secret_basic unless the provider accepts only client_secret_post. */
function authenticated(
  openid: typeof import('openid-client'),
  config: Configuration,
  { clientId, clientSecret }: SignInSettings,
): Configuration {
  const server = config.serverMetadata();
  const methods = server.token_endpoint_auth_methods_supported ?? ['client_secret_basic'];
  const auth =
    clientSecret === undefined
      ? openid.None()
      : methods.includes('client_secret_basic')
        ? openid.ClientSecretBasic(clientSecret)
        : openid.ClientSecretPost(clientSecret);
  const metadata = { [openid.clockTolerance]: CLOCK_SKEW_SECONDS };
  const made = new openid.Configuration(server, clientId, metadata, auth);
  made[openid.customFetch] = config[openid.customFetch]!;
  made.timeout = TIMEOUT_SECONDS;
  if (server.issuer.startsWith('http:')) openid.allowInsecureRequests(made);
  return made;
}

export const down = ({ name, only }: Pick<SignInSettings, 'name' | 'only'>, cause: unknown): AppError =>
  new AppError('provider_down', {
    detail: `${name} cannot be reached, so nobody can sign in with it right now. Try again shortly. People who are signed in stay signed in${only ? '; an operator can create a link with npx errand user sign-in-link' : ', and passwords work as before'}.`,
    retryAfterSeconds: 5,
    cause,
  });
