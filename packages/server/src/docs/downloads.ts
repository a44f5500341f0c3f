import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { AppError } from '#platform/errors.ts';

// Serves the clients of this release as packages, so that `npm install http://…/packages/sdk.tgz` works wherever the
// server is, also without a registry. scripts/downloads.ts writes the files.

const TYPES: Record<string, string> = { tgz: 'application/gzip', whl: 'application/zip' };
const FILE = /^[\w.-]+\.(tgz|whl)$/;

export function addDownloadRoutes(app: FastifyInstance, { folder }: { folder: string }): void {
  const list = async (): Promise<string[]> =>
    (await readdir(folder).catch(() => [])).filter((name) => FILE.test(name)).sort();

  app.get('/packages', async (request) => {
    const base = app.publicUrl ?? `${request.protocol}://${request.host}`;
    return { packages: (await list()).map((name) => ({ name, install: commandOf(`${base}/packages/${name}`) })) };
  });

  app.get('/packages/:name', async (request, reply) => {
    const { name } = request.params as { name: string };
    // The name of a wheel has its version, which a document cannot know.
    if (name === 'python.whl') {
      const wheel = (await list()).find((one) => one.endsWith('.whl'));
      if (wheel !== undefined) return reply.redirect(wheel, 302);
    }
    const extension = FILE.exec(name)?.[1];
    const content = extension === undefined ? undefined : await readFile(join(folder, name)).catch(() => undefined);
    if (content === undefined)
      throw new AppError('unknown_path', {
        detail: 'This server has no such package. In the repository, npm start builds them: node scripts/downloads.ts.',
      });
    return reply.header('cache-control', 'no-cache').type(TYPES[extension!]!).send(content);
  });
}

const commandOf = (url: string): string => (url.endsWith('.whl') ? `pip install ${url}` : `npm install ${url}`);
