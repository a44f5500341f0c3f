import { type BodyMember, listMembers } from './members.ts';

// Reads from the OpenAPI description what a sample needs to know about an operation.

type Json = Record<string, unknown>;

export type Gives = 'nothing' | 'json' | 'text' | 'bytes' | 'lines' | 'events';

export type SampleOperation = {
  /** As in the SDK: `agents.get`. */
  id: string;
  tag: string;
  method: string;
  /** Has `{name}` for parameters. */
  path: string;
  summary: string;
  description: string;
  parameters: Parameter[];
  /** Required query parameters with an example value. */
  query: Record<string, string>;
  /** An example of the body, or undefined if the operation has none. */
  body: unknown;
  isForm: boolean;
  members: BodyMember[];
  gives: Gives;
  /** The status of a success, with an example of its body as text. */
  answer: { status: string; type: string; example: string } | undefined;
  errors: { status: string; codes: string[] }[];
  needsCredential: boolean;
};

export type Parameter = { name: string; in: string; required: boolean; description: string };

type Media = { schema?: Json; example?: unknown; examples?: Record<string, { value: unknown }> };
type Response = { $ref?: string; content?: Record<string, Media> };

export function readOperations(document: Json): SampleOperation[] {
  const paths = document.paths as Record<string, Record<string, Json>>;
  const { schemas = {} } = (document.components ?? {}) as { schemas?: Json };
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      ...readOperation(path, method.toUpperCase(), operation),
      members: listMembers(bodyOf(operation)?.schema, schemas),
    })),
  );
}

function readOperation(path: string, method: string, operation: Json): Omit<SampleOperation, 'members'> {
  const parameters = operation.parameters as (Parameter & { schema: Json })[];
  const responses = operation.responses as Record<string, Response>;
  const required = parameters.filter((one) => one.in === 'query' && one.required);
  const body = readBody(bodyOf(operation));
  const [success] = Object.entries(responses).filter(([status]) => status.startsWith('2'));
  return {
    id: String(operation.operationId),
    tag: (operation.tags as string[])[0]!,
    method,
    path,
    summary: String(operation.summary),
    description: String(operation.description),
    parameters,
    query: Object.fromEntries(required.map(({ name, schema }) => [name, exampleOf(schema, name)])),
    body: body?.example,
    isForm: body?.isForm ?? false,
    gives: success === undefined ? 'nothing' : givesOf(success[1]),
    answer: success && readAnswer(success),
    errors: Object.entries(responses)
      .filter(([status]) => Number(status) >= 400)
      .map(([status, response]) => ({ status, codes: namesOf(response) })),
    needsCredential: (operation.security as unknown[]).length > 0,
  };
}

/** JSON is preferred where an operation takes several encodings. */
function bodyOf({ requestBody }: Json): (Media & { isForm: boolean }) | undefined {
  const { content } = (requestBody ?? {}) as { content?: Record<string, Media> };
  const json = content?.['application/json'];
  if (content === undefined || json !== undefined) return json && { ...json, isForm: false };
  return { ...content['multipart/form-data'], isForm: true };
}

function readBody(body: ReturnType<typeof bodyOf>) {
  if (body === undefined || !body.isForm) return body;
  // A key belongs to one organization, so samples need no organization_id.
  const { organization_id: _, ...example } = (body.example ?? {}) as Json;
  return { example, isForm: true };
}

const exampleOf = (schema: Json, name: string): string =>
  String((schema.examples as unknown[] | undefined)?.[0] ?? name);

function givesOf({ content }: Response): Gives {
  const [media] = Object.entries(content ?? {});
  if (media === undefined) return 'nothing';
  const [type, { schema }] = media;
  if (type === 'application/json') return 'json';
  if (schema?.contentSchema !== undefined) return type === 'text/event-stream' ? 'events' : 'lines';
  return type === 'text/plain' || type === 'text/html' ? 'text' : 'bytes';
}

function readAnswer([status, { content }]: [string, Response]): SampleOperation['answer'] {
  const [media] = Object.entries(content ?? {});
  if (media === undefined) return { status, type: '', example: '' };
  const [type, { example }] = media;
  return { status, type, example: typeof example === 'string' ? example : JSON.stringify(example, null, 2) };
}

/** A shared response is named after its error. Others have an example per error. */
function namesOf(response: Response): string[] {
  if (response.$ref !== undefined) return [response.$ref.split('/').at(-1)!];
  return Object.values(response.content ?? {}).flatMap(({ examples = {} }) => Object.keys(examples));
}
