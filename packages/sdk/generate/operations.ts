// Reads what the SDK needs to know about an operation of the contract.
import type { Operation } from '@errand/contract/operation.ts';
import { WaitQuery } from '@errand/contract/values.ts';
import type { Schema } from './schemas.ts';

export type Gives = 'nothing' | 'json' | 'text' | 'bytes' | 'lines' | 'events';

export type SdkOperation = {
  name: string;
  method: Operation['method'];
  path: string;
  /** Names of the path parameters, and whether they are ids. */
  params: { name: string; isUuid: boolean }[];
  summary: string;
  description: string | undefined;
  body: { schema: Schema; isForm: boolean; isOptional: boolean } | undefined;
  query: Schema | undefined;
  /** Whether a repeated call with the same Idempotency-Key is performed only once. */
  takesKey: boolean;
  takesSkipCache: boolean;
  /** Whether it returns one page of a list. */
  isPaged: boolean;
  gives: Gives;
  /** Schemas of the whole response, or of each line or event. */
  answers: Schema[];
  /** A success may have no body. Then the call returns undefined. */
  mayBeEmpty?: true;
};

export function readOperation(name: string, operation: Operation): SdkOperation {
  const { method, summary, description } = operation;
  // Paths without the prefix belong to pages of the console.
  const path = [operation.path, ...(operation.aliases ?? [])].find((one) => one.startsWith('/v1/')) ?? operation.path;
  const headers = Object.keys(operation.headers?.properties ?? {}).map((header) => header.toLowerCase());
  const answers = Object.entries(operation.responses)
    .filter(([status]) => /^2/.test(status))
    .map(([, schema]) => schema as Schema | null);
  return {
    name,
    method,
    path,
    params: [...path.matchAll(/:([a-z_]+)/g)].map(([, param = '']) => ({
      name: param,
      isUuid: param.endsWith('id') && !operation.textParams?.includes(param),
    })),
    summary,
    description,
    body: readRequestBody(operation),
    // The clients wait by events or by asking again.
    query: (operation.query === WaitQuery ? undefined : operation.query) as Schema | undefined,
    takesKey: headers.includes('idempotency-key'),
    takesSkipCache: headers.includes('x-skip-cache'),
    isPaged: operation.query !== undefined && answers.every(isPage),
    ...readAnswers(answers.filter((schema) => schema !== null)),
    ...(answers.length > 1 && answers.includes(null) && { mayBeEmpty: true }),
  };
}

function isPage(schema: Schema | null): boolean {
  const { results, next, next_cursor: cursor } = schema?.properties ?? {};
  return results !== undefined && (next ?? cursor) !== undefined;
}

function readRequestBody({ body, bodies, accepts = ['json'] }: Operation): SdkOperation['body'] {
  if (accepts.includes('json')) {
    const schema = (bodies?.json ?? body) as Schema | undefined;
    return schema && { schema, isForm: false, isOptional: (schema.required ?? []).length === 0 };
  }
  const schema = (bodies?.multipart ?? bodies?.form ?? body) as Schema | undefined;
  return schema && { schema, isForm: true, isOptional: false };
}

function readAnswers(answers: Schema[]): Pick<SdkOperation, 'gives' | 'answers'> {
  const [first] = answers;
  if (first === undefined) return { gives: 'nothing', answers };
  const [media] = Object.entries(first.content ?? {});
  if (media === undefined) return { gives: 'json', answers };
  const [type, { schema }] = media;
  const item = schema.contentSchema;
  if (item) return { gives: type === 'text/event-stream' ? 'events' : 'lines', answers: [item] };
  // An export is a file, whatever its format.
  return { gives: type === 'text/plain' || type === 'text/html' ? 'text' : 'bytes', answers: [] };
}
