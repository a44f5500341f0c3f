import { type ErrorCode, errorTable } from '@errand/contract/errors.ts';
import { ApplicationError, DetailError, FieldError, ListError, MessageError } from '@errand/contract/values.ts';
import { type TObject, type TSchema, Type } from 'typebox';
import { isAgentPath } from './endpoint.ts';
import type { EndpointOptions } from './endpoint-options.ts';

// The OpenAPI description, made from the endpoints and the same schemas that check their bodies and queries.

type Endpoint = EndpointOptions<never>;
type Json = Record<string, unknown>;

const MEDIA = { json: 'application/json', form: 'application/x-www-form-urlencoded', multipart: 'multipart/form-data' };

const SHAPES = {
  detail: { name: 'DetailError', schema: DetailError },
  list: { name: 'ListError', schema: ListError },
  fields: { name: 'FieldError', schema: FieldError },
  error: { name: 'ApplicationError', schema: ApplicationError },
  message: { name: 'MessageError', schema: MessageError },
};

export function describeApi(endpoints: Endpoint[], version: string): Json {
  const paths: Record<string, Json> = {};
  for (const endpoint of endpoints) {
    const path = endpoint.path.replace(/:([a-z_]+)/g, '{$1}');
    paths[path] = { ...paths[path], [endpoint.method.toLowerCase()]: describeOperation(endpoint) };
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Errand',
      version,
      summary: 'Agent execution service.',
      description:
        'Hosts agents and runs them as jobs. Every path is also served without its final slash. Credentials are API keys or user tokens; a user token has to name the organization.',
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: '/' }],
    tags: [...new Set(endpoints.map(({ tag }) => tag))].map((name) => ({ name })),
    paths,
    components: {
      securitySchemes: { bearer: { type: 'http', scheme: 'bearer', description: 'An API key or a user token.' } },
      schemas: Object.fromEntries(Object.values(SHAPES).map(({ name, schema }) => [name, schema])),
    },
  };
}

/** A response that is not JSON. */
export const Content = (mediaType: string, description: string) =>
  Type.Unsafe<string>({ description, content: { [mediaType]: { schema: { type: 'string' } } } });

function describeOperation(endpoint: Endpoint): Json {
  return {
    operationId: operationId(endpoint),
    summary: endpoint.summary,
    description: endpoint.description ?? `${endpoint.summary}.`,
    tags: [endpoint.tag],
    parameters: [...pathParameters(endpoint), ...queryParameters(endpoint), ...parameters('header', endpoint.headers)],
    ...(endpoint.body && { requestBody: requestBody(endpoint, endpoint.body) }),
    responses: { ...successes(endpoint), ...failures(endpoint) },
    security: endpoint.scope === 'none' ? [] : [{ bearer: [] }],
  };
}

function pathParameters({ path, textParams }: Endpoint): Json[] {
  return [...path.matchAll(/:([a-z_]+)/g)].map(([, name = '']) => ({
    name,
    in: 'path',
    required: true,
    description: `Id of the ${name.replace(/_id$/, '').replaceAll('_', ' ')}.`,
    schema: { type: 'string', ...(name.endsWith('id') && !textParams?.includes(name) && { format: 'uuid' }) },
  }));
}

function queryParameters({ scope, query }: Endpoint): Json[] {
  const organization = {
    name: 'organization_id',
    in: 'query',
    required: false,
    description: 'Needed with a user token, unless path, X-Organization-Id or body name it.',
    schema: { type: 'string', format: 'uuid' },
  };
  return [...(scope === undefined || scope === 'organization' ? [organization] : []), ...parameters('query', query)];
}

function parameters(where: 'query' | 'header', schema: TObject | undefined): Json[] {
  const required = new Set<string>(schema?.required ?? []);
  return Object.entries(schema?.properties ?? {}).map(([name, property]) => ({
    name,
    in: where,
    required: required.has(name),
    description: (property as Json).description ?? `${name.replaceAll('_', ' ')}.`,
    schema: property,
  }));
}

function requestBody(endpoint: Endpoint, schema: TSchema): Json {
  const media = { schema, example: exampleOf(schema) };
  const kinds = endpoint.accepts ?? ['json'];
  return {
    required: ((schema as Json).required as string[] | undefined)?.length !== undefined,
    content: Object.fromEntries(kinds.map((kind) => [MEDIA[kind], media])),
  };
}

const FORMAT_EXAMPLES: Json = { uuid: '01980a6e-7c3f-7b52-9d0e-6f1f5a2b3c4d', 'date-time': '2026-01-05T09:12:44.120Z' };

/** The example that the schema gives, or one made of those of its members; undefined when one that is needed has none. */
function exampleOf(schema: TSchema): unknown {
  const { examples, properties, required = [], items, anyOf, format } = schema as Json;
  if (Array.isArray(examples) && examples.length > 0) return examples[0];
  if (properties !== undefined) {
    const members = Object.entries(properties as Record<string, TSchema>)
      .map(([name, property]) => [name, exampleOf(property)] as const)
      .filter(([, example]) => example !== undefined);
    const example = Object.fromEntries(members);
    return (required as string[]).every((name) => Object.hasOwn(example, name)) ? example : undefined;
  }
  if (Array.isArray(anyOf)) return exampleOf(anyOf[0]);
  if (items !== undefined) {
    const example = exampleOf(items as TSchema);
    return example === undefined ? undefined : [example];
  }
  return FORMAT_EXAMPLES[format as string];
}

function successes({ responses, summary }: Endpoint): Json {
  return Object.fromEntries(
    Object.entries(responses).map(([status, schema]) => {
      const { description, content } = (schema ?? {}) as Json;
      if (schema === null) return [status, { description: 'Nothing but the status.' }];
      return [
        status,
        { description: description ?? `${summary}.`, content: content ?? { 'application/json': { schema } } },
      ];
    }),
  );
}

/** Every error an operation can answer, by status: what it means, and which shapes its body may have. */
function failures(endpoint: Endpoint): Json {
  const byStatus = Map.groupBy(new Set(errorCodes(endpoint)), (code) => errorTable[code].status);
  return Object.fromEntries(
    [...byStatus]
      .filter(([status]) => !Object.hasOwn(endpoint.responses, status))
      .map(([status, codes]) => {
        const shapes = new Set(codes.map((code) => SHAPES[errorTable[code].shape].name));
        const refs = [...shapes].map((name) => ({ $ref: `#/components/schemas/${name}` }));
        const description = codes.map((code) => errorTable[code].title).join(' ');
        const schema = refs.length === 1 ? refs[0] : { anyOf: refs };
        return [status, { description, content: { 'application/json': { schema } } }];
      }),
  );
}

function errorCodes({ scope = 'organization', body, query, path, errors = [] }: Endpoint): ErrorCode[] {
  const codes: ErrorCode[] = [];
  if (scope !== 'none') codes.push('not_authenticated', 'rate_limited');
  if (scope === 'organization') codes.push('invalid_fields', 'forbidden', 'not_found');
  if (isAgentPath(path)) codes.push('feature_disabled');
  if (query) codes.push('invalid_fields');
  if (body) codes.push('invalid_fields', 'payload_too_large', 'unsupported_media_type', 'request_timeout');
  // Bodies that cannot be read have a shape of their own on the operations that say so.
  if (body && !errors.includes('invalid_request')) codes.push('bad_request');
  return [...codes, ...errors, 'internal', 'unavailable'];
}

function operationId({ method, path }: Endpoint): string {
  const parts = path.split('/').filter((part) => part !== '' && part !== 'v1');
  const names = parts.map((part) => part.replace(/^:/, 'by_').replace(/[^a-z0-9_]+/g, '_'));
  return [method.toLowerCase(), ...names].join('_');
}
