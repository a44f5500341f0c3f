import type { FastifyRequest } from 'fastify';

declare module 'fastify' {
  interface FastifyInstance {
    publicUrl: string | undefined;
  }
}

/** Returns the public address of this service without a final slash: the configured one, or the one in the request. */
export function baseUrl(request: FastifyRequest): string {
  const configured = request.server.publicUrl;
  if (configured !== undefined) return configured;
  // A Host header that is not valid in a URL must not break the response.
  const host = /^[A-Za-z0-9.\-:[\]_]+$/.test(request.host) ? request.host : 'localhost';
  return `${request.protocol}://${host}`;
}
