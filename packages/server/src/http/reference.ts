import { operations } from '@errand/contract/operations/operations.ts';
import fastify, { type FastifyInstance } from 'fastify';
import { endpoint } from './endpoint.ts';
import { sent } from './endpoint-options.ts';

// The readable reference at /docs/. Its viewer weighs four megabytes and takes half a second to load, so it is loaded
// on first use. All of it is served from here: it works without internet access.

const SCRIPT = '/docs/js/scalar.js';

/** Blocks everything from other servers, whatever the viewer would load. */
const CONTENT_SECURITY_POLICY =
  "default-src 'self'; script-src 'self' 'unsafe-inline'; style-src 'self' 'unsafe-inline'; img-src 'self' data: blob:; font-src 'self' data:; worker-src 'self' blob:; frame-ancestors 'self'";

export function addReferenceRoutes(app: FastifyInstance): void {
  let script: Promise<string> | undefined;

  endpoint(app, operations.service.reference, {
    handler({ request, reply }) {
      // Relative, because a proxy may serve us under a path of its own; both spellings of this path work.
      const base = request.url.split('?', 1)[0]!.endsWith('/') ? '../' : './';
      reply.header('content-security-policy', CONTENT_SECURITY_POLICY).type('text/html; charset=utf-8');
      return sent(reply.send(page(base)));
    },
  });

  app.get(SCRIPT, async (_request, reply) => {
    script ??= loadScript().catch((error: unknown) => {
      script = undefined;
      throw error;
    });
    const text = await script;
    return reply.header('cache-control', 'public, max-age=3600').type('text/javascript; charset=utf-8').send(text);
  });
}

/** The package exposes its script only as a route, so the script is fetched from that route. */
async function loadScript(): Promise<string> {
  const { default: scalar } = await import('@scalar/fastify-api-reference');
  const shelf = fastify();
  await shelf.register(scalar, { routePrefix: '/docs', configuration: { url: '/openapi.json' } });
  const { body } = await shelf.inject(SCRIPT);
  await shelf.close();
  return body;
}

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
    <noscript>This page needs JavaScript. The description itself is at <a href="${base}openapi.json">openapi.json</a>.</noscript>
    <script src="${base}docs/js/scalar.js"></script>
    <script>
      Scalar.createApiReference('#app', {
        url: '${base}openapi.json',
        hideClientButton: true,
        withDefaultFonts: false,
        telemetry: false,
        showDeveloperTools: 'never',
        agent: { disabled: true },
        mcp: { disabled: true },
      });
    </script>
  </body>
</html>
`;
