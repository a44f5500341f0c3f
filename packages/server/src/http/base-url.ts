import type { FastifyRequest } from 'fastify';

declare module 'fastify' {
  interface FastifyInstance {
    publicUrl: string | undefined;
  }
}

/** The address that clients use for this service, without a final slash: as configured, or as the request shows it. */
export function baseUrl(request: FastifyRequest): string {
  const configured = request.server.publicUrl;
  if (configured !== undefined) return configured;
  // A Host header that is not valid in a URL must not break the response.
  const host = /^[A-Za-z0-9.\-:[\]_]+$/.test(request.host) ? request.host : 'localhost';
  return `${request.protocol}://${host}`;
}
