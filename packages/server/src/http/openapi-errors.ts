import { type ErrorCode, errorTable } from '@errand/contract/errors.ts';
import type { Operation } from '@errand/contract/operation.ts';
import { OpenAiError } from '@errand/contract/operations/openai.ts';
import { ApplicationError, DetailError, FieldError, ListError, MessageError } from '@errand/contract/values.ts';
import { isAgentPath } from './endpoint.ts';
import { knowsQuery } from './known-parameters.ts';
import { headerRefs } from './openapi-headers.ts';

// Describes the errors that an operation can return, with the shapes of their bodies.

type Json = Record<string, unknown>;

const SHAPES = {
  detail: DetailError,
  list: ListError,
  fields: FieldError,
  error: ApplicationError,
  message: MessageError,
};

/** Shared responses. Operations refer to one if its code is the only one of its status. */
export const errorResponses = Object.fromEntries(
  (Object.keys(errorTable) as ErrorCode[]).map((code) => [code, describe(errorTable[code].status, [code], undefined)]),
);

/** Returns every error that an operation can return, by status, with the possible shapes of its body. */
export function describeErrors(endpoint: Operation): Json {
  const byStatus = Map.groupBy(new Set(errorCodes(endpoint)), (code) => errorTable[code].status);
  return Object.fromEntries(
    [...byStatus]
      .filter(([status]) => !Object.hasOwn(endpoint.responses, status))
      .map(([status, codes]) => [
        status,
        // The door for clients of OpenAI answers in their shape, once the path and the method are right.
        (status !== 400 && codes.length === 1 && !isOpenAi(endpoint)) || status === 405
          ? { $ref: `#/components/responses/${codes[0]}` }
          : describe(status, codes, endpoint),
      ]),
  );
}

function isOpenAi(endpoint: Operation | undefined): boolean {
  return endpoint?.path.startsWith('/openai/v1/') ?? false;
}

function describe(status: number, codes: ErrorCode[], endpoint: Operation | undefined): Json {
  const shapes = new Set(codes.map((code) => (isOpenAi(endpoint) ? OpenAiError : SHAPES[errorTable[code].shape])));
  const refs = [...shapes];
  const examples = codes.map((code) => [
    code,
    { summary: errorTable[code].title, value: errorExample(code, endpoint) },
  ]);
  return {
    description: codes.map((code) => errorTable[code].title).join(' '),
    headers: headerRefs(status, endpoint),
    content: {
      'application/json': {
        schema: refs.length === 1 ? refs[0] : { anyOf: refs },
        examples: Object.fromEntries(examples),
      },
    },
  };
}

function errorExample(code: ErrorCode, endpoint: Operation | undefined): unknown {
  const { shape, title } = errorTable[code];
  if (isOpenAi(endpoint))
    return { error: { message: title, type: 'invalid_request_error', code: errorTable[code].code, param: null } };
  switch (shape) {
    case 'list':
      return [code === 'invalid_inputs' ? "Required input 'text' was not supplied." : title];
    case 'fields': {
      const [required] = ((endpoint?.body ?? {}) as { required?: string[] }).required ?? [];
      return required === undefined ? { organization_id: 'Not a UUID.' } : { [required]: ['This field is required.'] };
    }
    case 'error':
      return { error: title, code: errorTable[code].code };
    case 'message':
      return { message: title, code: errorTable[code].code };
    default:
      return { detail: title, code: errorTable[code].code };
  }
}

function errorCodes({
  method,
  scope = 'organization',
  accepts,
  body,
  query,
  path,
  tag,
  responses,
  errors = [],
}: Operation): ErrorCode[] {
  const codes: ErrorCode[] = ['method_not_allowed'];
  if (scope !== 'none') codes.push('not_authenticated');
  if (tag !== 'Operations') codes.push('rate_limited');
  if (scope === 'organization') codes.push('invalid_fields', 'forbidden', 'not_found');
  if (isAgentPath(path)) codes.push('feature_disabled');
  if (query) codes.push('invalid_fields');
  if (knowsQuery({ method, query, responses })) codes.push('unknown_parameter');
  if (body) codes.push('invalid_fields', 'payload_too_large', 'unsupported_media_type', 'request_timeout');
  // Unreadable bodies have their own error shape in the operations that declare it.
  if (body && !errors.includes('invalid_request')) codes.push('bad_request');
  if (method !== 'GET') codes.push('out_of_space');
  if (accepts?.includes('multipart')) codes.push('storage_full');
  if (accepts?.includes('multipart') || errors.includes('storage_failed'))
    codes.push('storage_unavailable', 'storage_timeout');
  return [...codes, ...errors, 'internal', 'unavailable'];
}
