import { leastRole, type Operation, tagSlug } from '@errand/contract/operation.ts';
import { sqlFunctions } from '@errand/contract/sql-functions.ts';
import type { TObject, TSchema } from 'typebox';
import { describeErrors, errorResponses } from './openapi-errors.ts';
import { answerExample, bodyExample } from './openapi-examples.ts';
import { headerComponents, headerRefs } from './openapi-headers.ts';
import { withReferences } from './openapi-schemas.ts';
import { describeWebhooks } from './openapi-webhooks.ts';

// Builds the OpenAPI description from the operations table. The same schemas validate bodies and queries.

type Json = Record<string, unknown>;

const MEDIA = { json: 'application/json', form: 'application/x-www-form-urlencoded', multipart: 'multipart/form-data' };

/** The version of the interface, not of the program. */
const INTERFACE_VERSION = '1.0.0';

type Table = Record<string, Record<string, Operation>>;

/** Describes the operations that this process serves, or only those of one tag. */
export function describeApi(table: Table, served: readonly Operation[], tag?: string): Json {
  const paths: Record<string, Json> = {};
  const tags = new Set<string>();
  for (const [resource, operations] of Object.entries(table)) {
    for (const [name, operation] of Object.entries(operations)) {
      if (!served.includes(operation) || (tag !== undefined && tagSlug(operation.tag) !== tag)) continue;
      const path = operation.path.replace(/:([a-z_]+)/g, '{$1}');
      paths[path] = { ...paths[path], [operation.method.toLowerCase()]: describe(`${resource}.${name}`, operation) };
      tags.add(operation.tag);
    }
  }
  const webhooks = tag === undefined || tag === 'webhooks' ? describeWebhooks() : undefined;
  const text = JSON.stringify(paths);
  const used = Object.entries(errorResponses).filter(([name]) => text.includes(`"#/components/responses/${name}"`));
  const { document, schemas } = withReferences({ paths, webhooks, responses: Object.fromEntries(used) });
  return {
    openapi: '3.1.0',
    info: {
      title: 'Errand',
      version: INTERFACE_VERSION,
      summary: 'Agent execution service.',
      description:
        'Hosts agents and runs them as jobs. Every path is also served without its final slash. Credentials are API keys or user tokens; a request with a user token must name the organization.',
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: '/' }],
    tags: [...tags].map((name) => ({ name })),
    externalDocs: { url: '/docs/', description: 'Guides, and samples for every operation. Programs read /llms.txt.' },
    paths: document.paths,
    ...(document.webhooks !== undefined && { webhooks: document.webhooks }),
    ...((tag === undefined || tag === 'sql') && { 'x-sql-functions': sqlFunctions }),
    components: {
      securitySchemes: { bearer: { type: 'http', scheme: 'bearer', description: 'An API key or a user token.' } },
      headers: headerComponents,
      responses: document.responses,
      schemas,
    },
  };
}

function describe(operationId: string, endpoint: Operation): Json {
  return {
    operationId,
    summary: endpoint.summary,
    description: [endpoint.description ?? `${endpoint.summary}.`, access(endpoint)].filter(Boolean).join(' '),
    tags: [endpoint.tag],
    parameters: [...pathParameters(endpoint), ...queryParameters(endpoint), ...parameters('header', endpoint.headers)],
    ...(endpoint.body && { requestBody: requestBody(endpoint, endpoint.body) }),
    responses: { ...successes(endpoint), ...describeErrors(endpoint) },
    security: endpoint.scope === 'none' ? [] : [{ bearer: [] }],
  };
}

function access(endpoint: Operation): string {
  if (endpoint.scope === 'none') return 'Requires no credential.';
  if (endpoint.scope === 'credential') return 'Requires a credential of any kind.';
  return `Requires the role ${leastRole(endpoint)} or higher.`;
}

function pathParameters({ path, textParams }: Operation): Json[] {
  return [...path.matchAll(/:([a-z_]+)/g)].map(([, name = '']) => ({
    name,
    in: 'path',
    required: true,
    description: `Id of the ${name.replace(/_id$/, '').replaceAll('_', ' ')}.`,
    schema: { type: 'string', ...(name.endsWith('id') && !textParams?.includes(name) && { format: 'uuid' }) },
  }));
}

function queryParameters({ scope, query }: Operation): Json[] {
  const organization = {
    name: 'organization_id',
    in: 'query',
    required: false,
    description: 'Required with a user token, unless the path, X-Organization-Id or the body names it.',
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

/**
 * Media types that share a schema are described once, as JSON if that is one of them: a choice between equal bodies
 * makes generators write code that does not work.
 */
function requestBody({ accepts = ['json'], bodies }: Operation, body: TSchema): Json {
  const others = accepts.filter((kind) => kind !== 'json').toReversed();
  const kinds = new Map(
    [...others, ...accepts.filter((kind) => kind === 'json')].map((kind) => [bodies?.[kind] ?? body, kind]),
  );
  const media = [...kinds]
    .toReversed()
    .map(([schema, kind]) => [MEDIA[kind], { schema, example: bodyExample(schema) }]);
  return {
    required: ((body as Json).required as string[] | undefined)?.length !== undefined,
    content: Object.fromEntries(media),
  };
}

function successes(endpoint: Operation): Json {
  return Object.fromEntries(
    Object.entries(endpoint.responses).map(([status, schema]) => {
      const headers = headerRefs(Number(status), endpoint);
      if (schema === null) return [status, { description: 'No body.', headers }];
      const { description = `${endpoint.summary}.`, content } = schema as Json;
      const json = { 'application/json': { schema, example: answerExample(schema) } };
      return [status, { description, headers, content: content === undefined ? json : withExamples(content as Json) }];
    }),
  );
}

/** Adds examples. A stream of JSON values gets one of its values. */
function withExamples(content: Json): Json {
  return Object.fromEntries(
    Object.entries(content as Record<string, { schema: TSchema & Json; example?: unknown }>).map(
      ([mediaType, media]) => {
        const item = media.schema.contentSchema as TSchema | undefined;
        if (mediaType === 'application/json') return [mediaType, { ...media, example: answerExample(media.schema) }];
        if (media.example !== undefined || item === undefined) return [mediaType, media];
        const text = JSON.stringify(answerExample(item));
        const example = mediaType === 'text/event-stream' ? `id: 1.0.0\nevent: status\ndata: ${text}\n\n` : `${text}\n`;
        return [mediaType, { ...media, example }];
      },
    ),
  );
}
