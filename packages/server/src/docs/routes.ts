import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { operations } from '@errand/contract/operations/operations.ts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { endpoint } from '#http/endpoint.ts';
import { sent } from '#http/endpoint-options.ts';
import { describeApi } from '#http/openapi.ts';
import type { Service } from '#http/service.ts';
import { AppError } from '#platform/errors.ts';
import { addDownloadRoutes } from './downloads.ts';
import type { Library } from './library.ts';
import { INDEX } from './page.ts';

// Serves the documentation at /docs/. Nothing is loaded from other servers, and no page needs a script.

const CONTENT_SECURITY_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "font-src 'self'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
].join('; ');

/** Pages only change with a release. */
const CACHE = 'public, max-age=300';
const assets = join(import.meta.dirname, 'assets');

type DocsOptions = { docsFolder: string; downloadsFolder: string; consoleDir: string; version: string };

export const service: Service<DocsOptions> = ({ docsFolder, downloadsFolder, consoleDir, version }) => ({
  routes(app) {
    addDocsRoutes(app, { folder: docsFolder, consoleFolder: consoleDir, version });
    addDownloadRoutes(app, { folder: downloadsFolder });
  },
});

type PagesOptions = { folder: string; consoleFolder: string; version: string };

function addDocsRoutes(app: FastifyInstance, { folder, consoleFolder, version }: PagesOptions): void {
  let library: Promise<Library> | undefined;
  async function load(): Promise<Library> {
    const { openLibrary } = await import('./library.ts');
    return openLibrary({ folder, version, description: describeApi(operations, app.endpoints) });
  }
  /** Opens the library on first use, when all routes are known. */
  const open = (): Promise<Library> => {
    library ??= load().catch((error) => {
      library = undefined;
      throw error;
    });
    return library;
  };

  endpoint(app, operations.service.docs, {
    handler: async ({ request, reply }) => sent(sendPage(await open(), INDEX, request, reply)),
  });
  endpoint(app, operations.service.llms, {
    handler: async ({ reply }) => sent(sendText(reply, (await open()).llms, 'text/plain')),
  });
  for (const path of ['/docs/:page', '/docs/reference/:page', '/docs/errors/:page'])
    app.get(path, async (request, reply) => {
      const { page } = request.params as { page: string };
      const parent = path.slice(1, -'/:page'.length);
      if (path === '/docs/:page' && page === 'index.md') return sendMarkdown(reply, (await open()).markdown(INDEX));
      return sendPage(await open(), `${parent}/${page}`, request, reply);
    });

  app.get('/docs/*', async (request, reply) => sendMissing(await open(), request, reply));

  app.get('/docs/search.json', async (request, reply) =>
    reply.header('cache-control', CACHE).send({ results: (await open()).search(readQuery(request)) }),
  );
  app.get('/docs/search', async (request, reply) => sendHtml(reply, (await open()).searchPage(readQuery(request))));
  app.get('/docs/style.css', (_request, reply) =>
    sendAsset(reply, join(assets, 'style.css'), 'text/css; charset=utf-8'),
  );
  app.get('/docs/js/pages.js', (_request, reply) =>
    sendAsset(reply, join(assets, 'pages.js'), 'text/javascript; charset=utf-8'),
  );
  // The console's typeface and mark. Without a built console, pages have the system's font and no mark.
  for (const [name, pattern, type] of [
    ['inter.woff2', /^inter-latin-wght-normal-.*\.woff2$/, 'font/woff2'],
    ['mark.svg', /^icon-.*\.svg$/, 'image/svg+xml'],
  ] as const)
    app.get(`/docs/looks/${name}`, async (_request, reply) => {
      const found = (await readdir(join(consoleFolder, 'assets')).catch(() => [])).find((one) => pattern.test(one));
      if (found === undefined) throw new AppError('unknown_path');
      return sendAsset(reply, join(consoleFolder, 'assets', found), type);
    });
  app.get('/docs/images/:name', (request, reply) => {
    const { name } = request.params as { name: string };
    if (!/^[\w-]+\.png$/.test(name)) throw new AppError('unknown_path');
    return sendAsset(reply, join(folder, 'images', name), 'image/png');
  });
}

const readQuery = (request: FastifyRequest): string => {
  const { q = '' } = request.query as { q?: string | string[] };
  return String(q).trim();
};

/** Sends a page or its Markdown. Links in pages are relative, so addresses of pages must end in a slash. */
function sendPage(library: Library, path: string, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  if (path.endsWith('.md')) return sendMarkdown(reply, library.markdown(path.slice(0, -'.md'.length)));
  if (request.headers.accept?.includes('text/markdown')) return sendMarkdown(reply, library.markdown(path));
  const html = library.html(path);
  if (html === undefined) return sendMissing(library, request, reply);
  const [address = '', search] = request.url.split('?', 2);
  if (address.endsWith('/')) return sendHtml(reply, html);
  return reply.redirect(`${address.split('/').at(-1)}/${search === undefined ? '' : `?${search}`}`, 308);
}

/** Sends a page to browsers, which ask for HTML. Programs get the usual error. */
function sendMissing(library: Library, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  if (!request.headers.accept?.includes('text/html')) throw new AppError('unknown_path');
  const address = request.url.split('?', 1)[0]!;
  // Links in the page are relative to this folder.
  const folder = address.slice(1, address.lastIndexOf('/'));
  return sendHtml(reply.code(404), library.missingPage(folder)).header('cache-control', 'no-store');
}

function sendMarkdown(reply: FastifyReply, markdown: string | undefined): FastifyReply {
  if (markdown === undefined) throw new AppError('unknown_path');
  return sendText(reply, markdown, 'text/markdown');
}

const sendText = (reply: FastifyReply, text: string, type: string): FastifyReply =>
  reply.header('cache-control', CACHE).header('vary', 'accept').type(`${type}; charset=utf-8`).send(text);

const sendHtml = (reply: FastifyReply, html: string): FastifyReply =>
  reply
    .header('content-security-policy', CONTENT_SECURITY_POLICY)
    .header('referrer-policy', 'no-referrer')
    .header('cross-origin-opener-policy', 'same-origin')
    .header('cache-control', CACHE)
    .header('vary', 'accept')
    .type('text/html; charset=utf-8')
    .send(html);

async function sendAsset(reply: FastifyReply, path: string, type: string): Promise<FastifyReply> {
  const content = await readFile(path).catch(() => undefined);
  if (content === undefined) throw new AppError('unknown_path');
  return reply.header('cache-control', CACHE).type(type).send(content);
}
