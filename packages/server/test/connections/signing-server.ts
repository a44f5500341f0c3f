import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import {
  createMcpHandler,
  getOAuthProtectedResourceMetadataUrl,
  McpServer,
  OAuthError,
  OAuthErrorCode,
  oauthMetadataResponse,
  requireBearerAuth,
} from '@modelcontextprotocol/server';
import Provider from 'oidc-provider';
import { z } from 'zod';

// Strangers: an authorization server (oidc-provider with its own pages) and an MCP server (the official SDK) that takes
// its tokens. A person signs in there in a browser of its own.

export type SigningServer = Awaited<ReturnType<typeof startSigningServer>>;
type Stored = {
  aud?: string | string[];
  clientId: string;
  scope?: string;
  exp: number;
  accountId: string;
  destroy(): Promise<void>;
};
type Options = { registration?: boolean; metadataDocuments?: boolean; refresh?: boolean; tokenSeconds?: number };

export async function startSigningServer(options: Options = {}) {
  const { registration = true, metadataDocuments = false, refresh = true } = options;
  const settings = { tokenSeconds: options.tokenSeconds ?? 3_600, revocations: [] as string[], down: false };
  const clients = new Map<string, unknown>();
  let authorize: RequestListener = (_request, response) => response.end();
  const listener = await listen((request, response) => {
    if (settings.down) return void response.writeHead(503).end();
    return authorize(request, response);
  });
  const issuer = listener.url;
  const mcp = await listen((request, response) => void serve(request, response));
  const url = `${mcp.url}/mcp`;

  const provider = new Provider(issuer, {
    clients: [
      {
        client_id: 'known-client',
        client_secret: 'a secret of a client that was entered by hand',
        redirect_uris: ['https://errand.example/connections/signed-in'],
        grant_types: ['authorization_code', 'refresh_token'],
      },
    ],
    cookies: { keys: ['a key of a test'] },
    scopes: ['openid', 'offline_access', 'tools'],
    pkce: { required: () => true },
    clientAuthMethods: ['none', 'client_secret_basic', 'client_secret_post'],
    issueRefreshToken: async () => refresh,
    rotateRefreshToken: true,
    ttl: {
      AccessToken: () => settings.tokenSeconds,
      RefreshToken: 86_400,
      Session: 600,
      Grant: 86_400,
      Interaction: 600,
    },
    findAccount: async (_context: unknown, id: string) => ({ accountId: id, claims: async () => ({ sub: id }) }),
    features: {
      devInteractions: { enabled: true },
      revocation: { enabled: true, allowedPolicy: async () => true },
      registration: { enabled: registration, issueRegistrationAccessToken: false },
      clientIdMetadataDocument: { enabled: metadataDocuments, ack: 'draft-02' },
      resourceIndicators: {
        enabled: true,
        useGrantedResource: async () => true,
        getResourceServerInfo: async (_context: unknown, resource: string) => ({
          scope: 'tools',
          audience: resource,
          accessTokenFormat: 'opaque',
          accessTokenTTL: settings.tokenSeconds,
        }),
      },
    },
  });
  provider.on('registration_create.success', (context) => {
    const body = context.body as { client_id: string };
    clients.set(body.client_id, body);
  });
  const callback = provider.callback();
  authorize = (request, response) => {
    if (request.url === '/token/revocation') settings.revocations.push(request.url);
    callback(request, response);
  };

  const metadata = (await (await fetch(`${issuer}/.well-known/openid-configuration`)).json()) as never;
  const about = { oauthMetadata: metadata, resourceServerUrl: new URL(url), scopesSupported: ['tools'] };
  const { AccessToken } = provider as unknown as { AccessToken: { find(token: string): Promise<Stored | undefined> } };
  const gate = requireBearerAuth({
    requiredScopes: ['tools'],
    resourceMetadataUrl: getOAuthProtectedResourceMetadataUrl(new URL(url)),
    expectedResource: new URL(url),
    verifier: {
      async verifyAccessToken(token) {
        seenTokens.push(token);
        const stored = await AccessToken.find(token);
        if (stored === undefined) throw new OAuthError(OAuthErrorCode.InvalidToken, 'unknown');
        const { clientId, scope = '', exp, aud, accountId } = stored;
        const resource = new URL([aud].flat()[0]!);
        return { token, clientId, scopes: scope.split(' '), expiresAt: exp, resource, extra: { accountId } };
      },
    },
  });
  const seenTokens: string[] = [];
  const handler = createMcpHandler(({ authInfo }) => {
    const server = new McpServer({ name: 'stranger', version: '1' });
    server.registerTool(
      'whoami',
      { description: 'Says who you are.', inputSchema: z.object({}), annotations: { readOnlyHint: true } },
      async () => ({ content: [{ type: 'text', text: `You are ${authInfo?.extra?.accountId}.` }] }),
    );
    return server;
  });

  async function serve(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await buffer(incoming);
    const { method = 'GET' } = incoming;
    const headers = new Headers(
      Object.entries(incoming.headers).map(([name, value]): [string, string] => [name, String(value)]),
    );
    const request = new Request(`${mcp.url}${incoming.url}`, { method, headers, ...(body.length > 0 && { body }) });
    const said = oauthMetadataResponse(request, about) ?? (await answer(request));
    response.writeHead(said.status, Object.fromEntries(said.headers));
    response.end(Buffer.from(await said.arrayBuffer()));
  }
  async function answer(request: Request): Promise<Response> {
    const auth = await gate(request);
    return auth instanceof Response ? auth : handler.fetch(request, { authInfo: auth });
  }

  return {
    url,
    issuer,
    settings,
    clients,
    seenTokens,
    /** Ends the tokens that it has seen, without a word. */
    async forget(): Promise<void> {
      for (const token of seenTokens) await (await AccessToken.find(token))?.destroy();
    },
    /** The person types a name and agrees, or not. Returns where the browser is sent. */
    signIn: (address: string, name: string, agrees = true): Promise<URL> => walk(address, name, agrees),
    async stop() {
      await handler.close();
      await mcp.stop();
      await listener.stop();
    },
  };
}

async function listen(serve: RequestListener) {
  const server = createServer(serve);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async stop(): Promise<void> {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** Follows the pages of the provider with a jar of cookies, until they lead elsewhere. */
async function walk(address: string, name: string, agrees: boolean): Promise<URL> {
  const cookies = new Map<string, string>();
  const { origin } = new URL(address);
  let at = new URL(address);
  let form: { body: URLSearchParams } | undefined;
  for (let step = 0; step < 15; step += 1) {
    const response = await fetch(at, {
      redirect: 'manual',
      method: form ? 'POST' : 'GET',
      headers: { cookie: [...cookies].map(([key, value]) => `${key}=${value}`).join('; '), accept: 'text/html' },
      ...(form && { body: form.body }),
    });
    for (const header of response.headers.getSetCookie()) {
      const [key = '', value = ''] = header.split(';')[0]!.split('=');
      if (value === '') cookies.delete(key);
      else cookies.set(key, value);
    }
    form = undefined;
    const next = response.headers.get('location');
    if (next !== null) {
      at = new URL(next, at);
      if (at.origin !== origin) return at;
      continue;
    }
    const page = await response.text();
    if (response.status !== 200) throw new Error(`${response.status} ${page.slice(0, 500)}`);
    const prompt = /name="prompt" value="(\w+)"/.exec(page)?.[1];
    if (prompt === undefined) throw new Error(page.slice(0, 500));
    if (prompt === 'consent' && !agrees) {
      at = new URL(/href="([^"]+\/abort)"/.exec(page)![1]!, at);
      continue;
    }
    form = { body: new URLSearchParams(prompt === 'login' ? { prompt, login: name, password: 'x' } : { prompt }) };
    at = new URL(/action="([^"]+)"/.exec(page)![1]!, at);
  }
  throw new Error('The pages never end.');
}
