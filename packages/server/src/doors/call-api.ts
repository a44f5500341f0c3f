import type { FastifyInstance, FastifyRequest, LightMyRequestResponse } from 'fastify';
import type { CallApi } from './reply.ts';

// A door calls the API as its user would, inside the process. So every rule of the API holds for every door, and none
// stands twice.

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
      headers: { ...headers, 'x-errand-origin': origin },
      ...(body && { payload: body }),
    });
    return { status: response.statusCode, body: readBody(response) };
  };
}

/** JSON as its value, everything else as its text. */
function readBody({ body, headers }: LightMyRequestResponse): unknown {
  if (body === '') return undefined;
  return String(headers['content-type']).startsWith('application/json') ? JSON.parse(body) : body;
}
