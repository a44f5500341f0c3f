import type { FastifyInstance } from 'fastify';

/** Which methods a path takes: only asked when no route matched, to tell 405 from 404. */
export function createMethodTable(app: FastifyInstance): { find(url: string): string[] } {
  const routes: { pattern: RegExp; method: string }[] = [];
  app.addHook('onRoute', (route) => {
    const parts = route.url.replace(/\/+$/, '').split('/');
    const source = parts
      .map((part) => (part.startsWith(':') ? '[^/]+' : part === '*' ? '.*' : escapePattern(part)))
      .join('/');
    const pattern = new RegExp(`^${source}/?$`);
    for (const method of [route.method].flat()) routes.push({ pattern, method });
  });
  return {
    find(url) {
      const path = url.split('?', 1)[0]!;
      return [...new Set(routes.filter(({ pattern }) => pattern.test(path)).map(({ method }) => method))];
    },
  };
}

const escapePattern = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
