import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from '#platform/errors.ts';

declare module 'fastify' {
  interface FastifyInstance {
    methodTable: MethodTable;
  }
}

export type MethodTable = {
  /** All routes. */
  routes: readonly { method: string; url: string }[];
  /** Returns the methods of the path, none for an unknown path. Literal segments win over parameters. */
  find(url: string): string[];
  /** Throws a 405 for a known path that does not allow the request's method. */
  check(request: FastifyRequest, reply: FastifyReply): void;
};

/** Creates a table of the methods that each path allows. It tells 405 from 404 when no route matched. */
export function createMethodTable(app: FastifyInstance): MethodTable {
  const routes: { pattern: RegExp; rank: string; method: string; url: string }[] = [];
  app.addHook('onRoute', (route) => {
    const parts = route.url.replace(/\/+$/, '').split('/');
    const pattern = new RegExp(`^${parts.map(toPattern).join('/')}/?$`);
    // A route with an earlier literal segment gets a smaller rank.
    const rank = parts.map((part) => (part.startsWith(':') || part === '*' ? '1' : '0')).join('');
    for (const method of [route.method].flat()) routes.push({ pattern, rank, method, url: route.url });
  });

  function find(url: string): string[] {
    const path = url.split('?', 1)[0]!;
    const matching = routes.filter(({ pattern }) => pattern.test(path));
    const best = matching.map(({ rank }) => rank).sort()[0];
    return [...new Set(matching.filter(({ rank }) => rank === best).map(({ method }) => method))];
  }

  return {
    routes,
    find,
    check(request, reply) {
      const allowed = find(request.url);
      if (allowed.length === 0 || allowed.includes(request.method)) return;
      reply.header('allow', allowed.join(', '));
      throw new AppError('method_not_allowed', { detail: `This path allows ${allowed.join(', ')}.` });
    },
  };
}

function toPattern(part: string): string {
  if (part.startsWith(':')) return '[^/]+';
  return part === '*' ? '.*' : part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
}
