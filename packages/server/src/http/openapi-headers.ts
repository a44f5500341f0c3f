import type { Operation } from '@errand/contract/operation.ts';

// Describes response headers: by status, by kind of content, and those of single operations.

type Json = Record<string, unknown>;

const HEADERS = {
  'X-Request-ID': {
    description: 'Identifies this request in logs and reports. It is the id that the client sent, or a new one.',
    example: '5b1f0f0e-58f7-4a86-93a1-3f4f7f0e6a52',
  },
  'X-Error-Code': {
    description: 'The error code for programs, in the form errand.area.cause.',
    example: 'errand.fields.invalid',
  },
  Link: {
    description:
      'Where the API is described: service-desc as OpenAPI, service-doc for people, help for language models.',
    example: '</openapi.json>; rel="service-desc"',
  },
  'WWW-Authenticate': { description: 'How to authenticate.', example: 'Bearer' },
  Allow: { description: 'The methods that this path allows.', example: 'GET, POST' },
  'Retry-After': { description: 'Seconds to wait before a retry.', example: '3' },
  'Accept-Ranges': { description: 'Single byte ranges can be requested.', example: 'bytes' },
  'Content-Range': { description: 'The bytes sent, and the total size.', example: 'bytes 0-1023/146515' },
  ETag: { description: 'Changes with the content; for If-None-Match and If-Range.', example: '"9f86d081884c7d65"' },
};

type HeaderName = keyof typeof HEADERS;

export const headerComponents: Json = Object.fromEntries(
  Object.entries(HEADERS).map(([name, { description, example }]) => [
    name,
    { description, schema: { type: 'string' }, example },
  ]),
);

const BY_STATUS: Record<number, HeaderName[]> = {
  206: ['Content-Range', 'Accept-Ranges', 'ETag'],
  401: ['WWW-Authenticate'],
  404: ['Link'],
  405: ['Allow'],
  416: ['Content-Range'],
  429: ['Retry-After'],
  503: ['Retry-After'],
};

/** Returns the headers of a response. All have the request id; others depend on the status and the operation. */
export function headerRefs(status: number, endpoint: Operation | undefined): Json {
  const names: HeaderName[] = ['X-Request-ID', ...(BY_STATUS[status] ?? [])];
  if (status >= 400) names.push('X-Error-Code');
  if (status === 200 && endpoint?.responses[206] !== undefined) names.push('Accept-Ranges', 'ETag');
  const refs = names.map((name) => [name, { $ref: `#/components/headers/${name}` }]);
  // A failed run (400) also has the headers that name its job.
  const own = status < 300 || status === 400 ? Object.entries(endpoint?.answerHeaders?.properties ?? {}) : [];
  return Object.fromEntries([
    ...refs,
    ...own.map(([name, schema]) => [name, { description: (schema as Json).description, schema }]),
  ]);
}
