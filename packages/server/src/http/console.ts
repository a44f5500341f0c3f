import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { operations } from '@errand/contract/operations/operations.ts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from '#platform/errors.ts';
import { endpoint } from './endpoint.ts';
import { sent } from './endpoint-options.ts';
import { entrances, signposts } from './signposts.ts';

// Serves the console. All its pages are the same HTML document. Some paths, such as /webhooks and /policies, also belong to the
// API: a browser that opens a page (it accepts HTML and sends no credential) gets the document, all other clients get
// the API.

export type ConsolePages = {
  /** Whether this request opens a page of the console. */
  opens(request: FastifyRequest): boolean;
  send(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply>;
};

/** Allows only the console's own scripts and styles, no other servers, and no frames in other pages. */
const CONTENT_SECURITY_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data: blob:",
  "media-src 'self' blob:",
  "font-src 'self'",
  "connect-src 'self'",
  'frame-src blob:',
  "worker-src 'self'",
  "manifest-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

const API_PATHS = /^\/(v1|v2|oauth|docs|assets|openapi\.json|llms\.txt|metrics|health|ready)(\/|$)/;
const BOTH_PATHS = /^\/(webhooks|policies|oauth\/interactions)(\/|$)/;
const ASSET = /^[\w-]+(\.[\w-]+)*\.(js|css|svg|woff2|png|wasm)$/;

const TYPES: Record<string, string> = {
  js: 'text/javascript; charset=utf-8',
  css: 'text/css; charset=utf-8',
  svg: 'image/svg+xml',
  woff2: 'font/woff2',
  png: 'image/png',
  wasm: 'application/wasm',
};

export function createConsolePages(folder: string): ConsolePages {
  return {
    opens(request) {
      const { method, headers } = request;
      if ((method !== 'GET' && method !== 'HEAD') || !headers.accept?.includes('text/html')) return false;
      if (headers.authorization !== undefined) return false;
      const path = request.url.split('?', 1)[0]!;
      return BOTH_PATHS.test(path) || (request.is404 && !API_PATHS.test(path));
    },
    async send(_request, reply) {
      const document = await readFile(join(folder, 'index.html'), 'utf8').catch(() => undefined);
      return reply
        .header('content-security-policy', CONTENT_SECURITY_POLICY)
        .header('referrer-policy', 'no-referrer')
        .header('cross-origin-opener-policy', 'same-origin')
        .header('cache-control', 'no-cache')
        .header('vary', 'accept, authorization')
        .type('text/html; charset=utf-8')
        .code(document === undefined ? 503 : 200)
        .send(document ?? NOT_BUILT);
    },
  };
}

export function addConsoleRoutes(app: FastifyInstance, folder: string, pages: ConsolePages): void {
  endpoint(app, operations.service.console, {
    async handler({ request, reply }) {
      reply.header('link', signposts(app.publicUrl));
      if (request.headers.accept?.includes('text/html')) return sent(await pages.send(request, reply));
      return sent(reply.header('vary', 'accept').send({ name: 'Errand', ...entrances }));
    },
  });

  app.get('/assets/:name', async (request, reply) => {
    const { name } = request.params as { name: string };
    const extension = ASSET.exec(name)?.[2];
    const found =
      extension && (await readAsset(join(folder, 'assets', name), request.headers['accept-encoding'] ?? ''));
    if (!found) throw new AppError('unknown_path');
    if (found.encoding) reply.header('content-encoding', found.encoding);
    // Cached forever, because the name contains a hash of the content.
    return reply
      .header('cache-control', 'public, max-age=31536000, immutable')
      .header('vary', 'accept-encoding')
      .type(TYPES[extension]!)
      .send(found.content);
  });
}

async function readAsset(path: string, accepted: string): Promise<{ content: Buffer; encoding?: string } | undefined> {
  for (const [encoding, extension] of [
    ['br', '.br'],
    ['gzip', '.gz'],
  ] as const) {
    if (!new RegExp(`\\b${encoding}\\b(?!\\s*;\\s*q=0(?![.\\d]))`).test(accepted)) continue;
    const content = await readFile(path + extension).catch(() => undefined);
    if (content) return { content, encoding };
  }
  const content = await readFile(path).catch(() => undefined);
  return content && { content };
}

const NOT_BUILT = `<!doctype html>
<html lang="en">
  <head><meta charset="utf-8" /><title>Errand</title></head>
  <body>
    <h1>The console is not built yet</h1>
    <p>Run <code>npm run build</code> in the Errand folder, then reload. The API already works: see <a href="/docs/">the documentation</a>.</p>
  </body>
</html>
`;
