import { operations } from '@errand/contract/operations/operations.ts';
import fastify, { type FastifyInstance } from 'fastify';
import { endpoint } from './endpoint.ts';
import { sent } from './endpoint-options.ts';

// Serves the API viewer at /docs/api/. Its script is 4 MB and takes half a second to load, so it is loaded
// on first use. Everything is served from here, so it works without internet access.

const VIEWER = '/docs/js/scalar.js';
const START = '/docs/js/start.js';

/**
 * Allows only script files of this server: the console shares this origin, and with it the credential of the signed-in
 * user. Inline styles are allowed, because the viewer sets them and they cannot run code.
 */
const CONTENT_SECURITY_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data: blob:",
  "font-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

export function addReferenceRoutes(app: FastifyInstance): void {
  let script: Promise<string> | undefined;

  endpoint(app, operations.service.reference, {
    handler({ request, reply }) {
      // Relative, because a proxy may serve us under another path. Works with and without the final slash.
      const base = request.url.split('?', 1)[0]!.endsWith('/') ? '../../' : '../';
      reply
        .header('content-security-policy', CONTENT_SECURITY_POLICY)
        .header('referrer-policy', 'no-referrer')
        .header('cross-origin-opener-policy', 'same-origin');
      return sent(reply.type('text/html; charset=utf-8').send(page(base)));
    },
  });

  app.get(START, async (_request, reply) =>
    reply.header('cache-control', 'public, max-age=3600').type('text/javascript; charset=utf-8').send(START_SCRIPT),
  );

  app.get(VIEWER, async (_request, reply) => {
    script ??= loadScript().catch((error: unknown) => {
      script = undefined;
      throw error;
    });
    const text = await script;
    return reply.header('cache-control', 'public, max-age=3600').type('text/javascript; charset=utf-8').send(text);
  });
}

/** Fetches the script from the package's route, because the package exposes it in no other way. */
async function loadScript(): Promise<string> {
  const { default: scalar } = await import('@scalar/fastify-api-reference');
  const shelf = fastify();
  await shelf.register(scalar, { routePrefix: '/docs', configuration: { url: '/openapi.json' } });
  const { body } = await shelf.inject(VIEWER);
  await shelf.close();
  return body;
}

/**
 * Finds the description relative to its own address, wherever a proxy serves us. Whoever is signed in to the console is
 * so here, too: requests without another credential get that of the console and its organization. It stays in this page.
 */
const START_SCRIPT = `const stored = () => {
  try {
    const session = JSON.parse(localStorage.getItem('errand.session'));
    return typeof session?.credential === 'string' && !session.ended ? session : undefined;
  } catch {
    return undefined;
  }
};
const send = window.fetch.bind(window);
window.fetch = (input, init) => {
  const request = new Request(input, init);
  const session = stored();
  const given = (request.headers.get('authorization') ?? '').replace(/^Bearer\\s*/i, '').trim();
  if (session === undefined || new URL(request.url).origin !== location.origin || (given !== '' && given !== session.credential))
    return send(request);
  request.headers.set('authorization', 'Bearer ' + session.credential);
  const organization = sessionStorage.getItem('errand.organization') ?? session.organizationId;
  if (session.kind === 'user' && organization) request.headers.set('x-organization-id', organization);
  return send(request);
};
Scalar.createApiReference('#app', {
  authentication: {
    preferredSecurityScheme: 'bearer',
    securitySchemes: { bearer: { token: stored()?.credential ?? '' } },
  },
  url: new URL('../../openapi.json', document.currentScript.src).href,
  hideClientButton: true,
  withDefaultFonts: false,
  telemetry: false,
  showDeveloperTools: 'never',
  agent: { disabled: true },
  mcp: { disabled: true },
});
`;

const page = (base: string): string => `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <title>Errand API</title>
    <link rel="icon" href="data:," />
  </head>
  <body>
    <div id="app"></div>
    <noscript>This page needs JavaScript. The API description is at <a href="${base}openapi.json">openapi.json</a>.</noscript>
    <script src="${base}docs/js/scalar.js"></script>
    <script src="${base}docs/js/start.js"></script>
  </body>
</html>
`;
