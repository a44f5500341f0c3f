import type { FastifyRequest } from 'fastify';

declare module 'fastify' {
  interface FastifyInstance {
    publicUrl: string | undefined;
  }
}

/** Address that clients use for this service, without a final slash: configured, or as the request shows it. */
export function baseUrl(request: FastifyRequest): string {
  const configured = request.server.publicUrl;
  if (configured !== undefined) return configured;
  // A Host header that cannot stand in a URL must not break the answer.
  const host = /^[A-Za-z0-9.\-:[\]_]+$/.test(request.host) ? request.host : 'localhost';
  return `${request.protocol}://${host}`;
}
