import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { exportJWK, generateKeyPair, type JWTPayload, SignJWT } from 'jose';

// An identity provider on loopback that says whatever a test wants: the right thing, or a lie. The honest flow with a real
// provider and a real browser is in packages/console/test/single-sign-on.test.ts.

export type LyingProvider = {
  issuer: string;
  /** What the next answers say; tests change it. */
  says: {
    claims: JWTPayload;
    /** Replaces the answer of the token endpoint. */
    token?: { status: number; body: unknown } | undefined;
    userinfo?: JWTPayload | undefined;
    discovery?: Record<string, unknown> | undefined;
    isDown?: boolean | undefined;
    /** Signs with a key that is not published. */
    isForged?: boolean | undefined;
  };
  requests: string[];
  /** Bodies of requests to the token endpoint. */
  exchanges: URLSearchParams[];
  sign(claims: JWTPayload, header?: { typ?: string }): Promise<string>;
  rotateKeys(): Promise<void>;
  stop(): Promise<void>;
};

export async function startLyingProvider(clientId: string): Promise<LyingProvider> {
  let generation = 0;
  let pair = await generateKeyPair('RS256', { extractable: true });
  const stranger = await generateKeyPair('RS256');
  const server = createServer(async (request, response) => {
    const { says } = provider;
    if (says.isDown) return void request.socket.destroy();
    const path = new URL(request.url!, 'http://x').pathname;
    provider.requests.push(path);
    const body = new URLSearchParams(await text(request));
    const send = (value: unknown, status = 200) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(value));
    if (path.endsWith('/openid-configuration')) return void send({ ...describe(provider.issuer), ...says.discovery });
    if (path === '/keys') return void send({ keys: [{ ...(await exportJWK(pair.publicKey)), ...keyName() }] });
    if (path === '/userinfo') return void send(says.userinfo ?? { sub: says.claims.sub });
    provider.exchanges.push(body);
    if (says.token !== undefined) return void send(says.token.body, says.token.status);
    send({ access_token: 'a', token_type: 'Bearer', id_token: await provider.sign(says.claims) });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const keyName = () => ({ kid: `key ${generation}`, alg: 'RS256' });
  const now = () => Math.floor(Date.now() / 1000);
  const provider: LyingProvider = {
    issuer: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    says: { claims: {} },
    requests: [],
    exchanges: [],
    sign: (claims, header = {}) =>
      new SignJWT({ iss: provider.issuer, aud: clientId, iat: now(), exp: now() + 300, ...claims })
        .setProtectedHeader({ ...keyName(), ...header })
        .sign(provider.says.isForged ? stranger.privateKey : pair.privateKey),
    async rotateKeys() {
      generation += 1;
      pair = await generateKeyPair('RS256', { extractable: true });
    },
    async stop() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  return provider;
}

const describe = (issuer: string) => ({
  issuer,
  authorization_endpoint: `${issuer}/authorize`,
  token_endpoint: `${issuer}/token`,
  userinfo_endpoint: `${issuer}/userinfo`,
  jwks_uri: `${issuer}/keys`,
  end_session_endpoint: `${issuer}/end`,
  response_types_supported: ['code'],
  id_token_signing_alg_values_supported: ['RS256'],
});
