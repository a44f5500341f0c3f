import type { FastifyInstance, FastifyRequest, LightMyRequestResponse } from 'fastify';
import type { CallApi } from './reply.ts';

// MCP and A2A call the API within the process, as their user would. So every rule of the API holds for them and exists
// only once.

const forwarded = ['authorization', 'x-organization-id', 'x-request-id'] as const;

export function createCallApi(app: FastifyInstance, request: FastifyRequest, origin: string): CallApi {
  const headers = Object.fromEntries(
    forwarded.flatMap((name) => {
      const value = request.headers[name];
      return typeof value === 'string' ? [[name, value]] : [];
    }),
  );
  return async (method, url, body) => {
    const response = await app.inject({
      method,
      url,
      headers: { ...headers, 'x-errand-origin': origin, ...(app.doorKey && { 'x-errand-door': app.doorKey }) },
      ...(body && { payload: body }),
    });
    return { status: response.statusCode, body: readBody(response) };
  };
}

/** Returns JSON as its value, everything else as text. */
function readBody({ body, headers }: LightMyRequestResponse): unknown {
  if (body === '') return undefined;
  return String(headers['content-type']).startsWith('application/json') ? JSON.parse(body) : body;
}
