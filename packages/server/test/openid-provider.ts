import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { exportJWK, generateKeyPair } from 'jose';
import Provider, { type FindAccount } from 'oidc-provider';

// A real OpenID provider on loopback, with pages on which people sign in and out. Whoever signs in is who they say; what
// it knows of them is in `people`.

export type OpenIdProvider = {
  issuer: string;
  /** By the name that is typed at the sign-in: e-mail, groups and so on. */
  people: Map<string, Record<string, unknown>>;
  stop(): Promise<void>;
};

type Client = { clientId: string; clientSecret: string; redirectUri(): string; signedOutUri(): string };

export async function startOpenIdProvider(client: Client): Promise<OpenIdProvider> {
  const people: OpenIdProvider['people'] = new Map();
  let answer: RequestListener;
  const server = createServer((request, response) => answer(request, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const findAccount: FindAccount = async (_context, id) =>
    people.has(id) ? { accountId: id, claims: async () => ({ sub: id, ...people.get(id) }) } : undefined;

  /** Its clients are known at its start, and redirect addresses only once the service listens: made when it is needed. */
  async function make(): Promise<RequestListener> {
    const { privateKey } = await generateKeyPair('RS256', { extractable: true });
    const provider = new Provider(issuer, {
      clients: [
        {
          client_id: client.clientId,
          client_secret: client.clientSecret,
          redirect_uris: [client.redirectUri()],
          post_logout_redirect_uris: [client.signedOutUri()],
          response_types: ['code'],
          grant_types: ['authorization_code'],
        },
      ],
      jwks: { keys: [{ ...(await exportJWK(privateKey)), kid: 'a key', alg: 'RS256', use: 'sig' }] },
      cookies: { keys: ['a key of a test'] },
      claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['given_name', 'family_name', 'groups'] },
      pkce: { required: () => true },
      findAccount,
      features: { devInteractions: { enabled: true }, rpInitiatedLogout: { enabled: true } },
    });
    return provider.callback();
  }
  let making: Promise<void> | undefined;
  const ready = (): Promise<void> =>
    (making ??= make().then((made) => {
      answer = made;
    }));
  answer = (request, response) => void ready().then(() => answer(request, response));
  return {
    issuer,
    people,
    async stop() {
      server.closeAllConnections();
      if (server.listening) await new Promise((resolve) => server.close(resolve));
    },
  };
}
