import { type Static, type TObject, type TSchema, Type } from 'typebox';
import type { ErrorCode } from './errors.ts';
import type { Role } from './roles.ts';

// Describes one operation of the API as data. The server registers and validates requests by it. The OpenAPI
// description and the SDK are generated from it.

export type BodyKind = 'json' | 'form' | 'multipart';

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

export type Operation = {
  readonly method: Method;
  /** Canonical path with its final slash and `:name` for parameters. Parameters that end in `id` must be UUIDs. */
  readonly path: string;
  /** Further paths with the same meaning. They are not in the OpenAPI description. */
  readonly aliases?: readonly string[];
  readonly summary: string;
  readonly description?: string;
  readonly tag: string;
  /** `none` needs no credential, `credential` any valid one. Default: a credential for one organization. */
  readonly scope?: 'none' | 'credential' | 'organization';
  /** A request without a credential has no caller and only gets public data. */
  readonly anonymous?: true;
  /** The lowest role that may call it. Default: viewer for GET, member otherwise. */
  readonly role?: Role;
  /** Encodings of the body. Default: JSON. */
  readonly accepts?: readonly BodyKind[];
  /** Path parameters that end in `id` but are not UUIDs. */
  readonly textParams?: readonly string[];
  readonly query?: TObject;
  /** Request headers specific to this operation. */
  readonly headers?: TObject;
  readonly body?: TSchema;
  /**
   * What the body carries besides an object's settings: long texts, or rows with many members as well. Without it, the
   * body has the small limits of objects.
   */
  readonly content?: 'text' | 'rows';
  /** The body schemas of encodings that differ from `body`. */
  readonly bodies?: Readonly<Partial<Record<BodyKind, TSchema>>>;
  /** Response schemas by status. Null means no body. */
  readonly responses: Readonly<Record<number, TSchema | null>>;
  /** Creates or starts something, though no response is 201. So it takes an Idempotency-Key. */
  readonly creates?: true;
  /** Response headers specific to this operation. */
  readonly answerHeaders?: TObject;
  /** Errors besides those that follow from the members above. */
  readonly errors?: readonly ErrorCode[];
};

/** Returns the form of a tag that is used in URLs. */
export const tagSlug = (tag: string): string => tag.toLowerCase().replace(/[^a-z0-9]+/g, '-');

/** An operation as it is written: method and path in one text, such as `GET /v1/agents/`. */
type Definition = Omit<Operation, 'method' | 'path' | 'tag'> & {
  readonly at: `${Method} /${string}`;
  /** Default: the tag of the table. */
  readonly tag?: string;
};

type Defined<D extends Definition> = D['at'] extends `${infer M extends Method} ${infer P}`
  ? Omit<D, 'at' | 'tag'> & { readonly method: M; readonly path: P; readonly tag: string }
  : never;

export function defineOperations<const T extends Record<string, Definition>>(
  tag: string,
  table: T,
): { readonly [Name in keyof T]: Defined<T[Name]> } {
  const entries = Object.entries(table).map(([name, { at, ...definition }]) => {
    const [method, path] = at.split(' ');
    const operation = { method, path, tag, ...definition } as Operation;
    return [name, createsSomething(operation) ? withKey(operation) : operation];
  });
  return Object.fromEntries(entries);
}

/** Whether the service keeps the answer of the operation for a repeated request. Runs have keys of their own. */
export const keepsAnswer = (operation: Operation): boolean => operation.errors?.includes('answer_lost') === true;

const createsSomething = ({ method, scope = 'organization', responses, headers, creates }: Operation): boolean =>
  method === 'POST' && scope === 'organization' && (creates || 201 in responses) && headers === undefined;

/** Operations that name the conflict see to repeated requests themselves. */
function withKey(operation: Operation): Operation {
  const { errors = [] } = operation;
  const added: ErrorCode[] = errors.includes('idempotency_conflict') ? [] : ['idempotency_conflict', 'answer_lost'];
  return { ...operation, headers: KeyHeaders, errors: [...errors, ...added] };
}

const KeyHeaders = Type.Object({
  'Idempotency-Key': Type.Optional(
    Type.String({
      description: 'A repeated request with the same key, path and body within 24 hours returns the first response.',
    }),
  ),
});

export const leastRole = ({ role, method }: Pick<Operation, 'role' | 'method'>): Role =>
  role ?? (method === 'GET' ? 'viewer' : 'member');

type ParamNames<Path extends string> = Path extends `${string}:${infer Name}/${infer Rest}`
  ? Name | ParamNames<Rest>
  : never;

/** The parameters of an operation's path, by name. */
export type Params<O extends Operation> = { [Name in ParamNames<O['path']>]: string };

/** The query parameters of an operation, as its handler gets them. */
export type Query<O extends Operation> = O extends { query: infer Schema extends TObject } ? Static<Schema> : undefined;

/** The JSON body of an operation. */
export type Body<O extends Operation> = O extends { body: infer Schema extends TSchema } ? Static<Schema> : undefined;

type SuccessStatus = 200 | 201 | 202 | 204 | 206;

/** The body of a successful response. */
export type Answer<O extends Operation> = {
  [Status in keyof O['responses'] & SuccessStatus]: O['responses'][Status] extends infer Schema extends TSchema
    ? Static<Schema>
    : // biome-ignore lint/suspicious/noConfusingVoidType: a handler without a response body returns nothing.
      void;
}[keyof O['responses'] & SuccessStatus];
