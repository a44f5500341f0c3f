import { type ErrorCode, errorTable } from '@errand/contract/errors.ts';
import { ApplicationError, DetailError, FieldError, ListError, MessageError } from '@errand/contract/values.ts';
import { type TSchema, Type } from 'typebox';
import type { EndpointOptions } from './endpoint-options.ts';

const SHAPES: Record<string, TSchema> = {
  detail: DetailError,
  list: ListError,
  fields: FieldError,
  error: ApplicationError,
  message: MessageError,
};

const MEDIA = { json: 'application/json', form: 'application/x-www-form-urlencoded', multipart: 'multipart/form-data' };

/** The description of an operation, made from the same schemas that validate it. */
export function describe(options: EndpointOptions<never>): Record<string, unknown> {
  const names = [...options.path.matchAll(/:([a-z_]+)/g)].map((match) => match[1]!);
  const isPublic = options.scope === 'none';
  const response: Record<string, unknown> = {};
  for (const [status, schema] of Object.entries(options.responses)) {
    response[status] = schema ?? Type.Null({ description: 'No content' });
  }
  for (const [status, shapes] of errorShapes(options)) {
    response[status] ??= shapes.length === 1 ? shapes[0] : Type.Union(shapes);
  }
  return {
    summary: options.summary,
    description: options.description ?? options.summary,
    operationId: operationId(options),
    tags: [options.tag],
    ...(names.length > 0 && {
      params: Type.Object(
        Object.fromEntries(
          names.map((name) => [
            name,
            name.endsWith('id') && !options.textParams?.includes(name)
              ? Type.String({ format: 'uuid' })
              : Type.String(),
          ]),
        ),
      ),
    }),
    ...((options.query ?? options.scope !== 'none') && {
      querystring: Type.Object({
        ...(options.scope === undefined || options.scope === 'organization'
          ? {
              organization_id: Type.Optional(Type.String({ format: 'uuid', description: 'Needed with a user token.' })),
            }
          : {}),
        ...(options.query?.properties ?? {}),
      }),
    }),
    ...(options.body && {
      body: {
        content: Object.fromEntries(
          (options.accepts ?? ['json']).map((kind) => [MEDIA[kind], { schema: options.body }]),
        ),
      },
    }),
    response,
    security: isPublic ? [] : [{ bearer: [] }],
  };
}

function errorShapes(options: EndpointOptions<never>): Map<number, TSchema[]> {
  const codes: ErrorCode[] = [];
  if (options.scope !== 'none') codes.push('not_authenticated', 'rate_limited', 'internal', 'unavailable');
  if (options.scope === undefined || options.scope === 'organization')
    codes.push('invalid_fields', 'forbidden', 'not_found');
  if (options.body) codes.push('bad_request', 'payload_too_large', 'unsupported_media_type');
  codes.push(...(options.errors ?? []));
  const shapes = new Map<number, TSchema[]>();
  for (const code of codes) {
    const { status, shape } = errorTable[code];
    const list = shapes.get(status) ?? [];
    if (!list.includes(SHAPES[shape]!)) list.push(SHAPES[shape]!);
    shapes.set(status, list);
  }
  return shapes;
}

function operationId({ method, path }: EndpointOptions<never>): string {
  const parts = path.split('/').filter((part) => part !== '' && part !== 'v1');
  return [method.toLowerCase(), ...parts.map((part) => part.replace(/^:/, 'by_').replaceAll('-', '_'))].join('_');
}
