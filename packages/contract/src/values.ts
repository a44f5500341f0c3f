import { type TSchema, Type } from 'typebox';

export const Uuid = Type.String({ format: 'uuid', examples: ['01980a6e-7c3f-7b52-9d0e-6f1f5a2b3c4d'] });

/** An id that a client sends. The format alone would also accept urn:uuid:…, which PostgreSQL does not read. */
export const GivenId = Type.String({ format: 'uuid', maxLength: 36 });
export const Timestamp = Type.String({ format: 'date-time', examples: ['2026-01-05T09:12:44.120Z'] });
export const Nullable = <T extends TSchema>(schema: T) => Type.Union([schema, Type.Null()]);

/** The same code as in the header X-Error-Code. */
const code = (example: string) => Type.String({ description: 'Error code for programs.', examples: [example] });

export const DetailError = Type.Object(
  { detail: Type.String(), code: code('errand.resources.not_found') },
  {
    description: 'What went wrong and what to do.',
    examples: [{ detail: 'No agent with this id.', code: 'errand.resources.not_found' }],
  },
);
export const ListError = Type.Array(Type.String(), {
  description: 'One message per problem.',
  examples: [["Required input 'document' was not supplied."]],
});
export const FieldError = Type.Record(Type.String(), Type.Union([Type.Array(Type.String()), Type.String()]), {
  description: 'Field name to messages.',
  examples: [{ name: ['May not be blank.'] }, { organization_id: 'Not a UUID.' }],
});
export const ApplicationError = Type.Object(
  { error: Type.String(), code: code('errand.requests.not_possible') },
  {
    additionalProperties: true,
    description: 'The reason, possibly with further fields.',
    examples: [{ error: 'The job is not final yet.', code: 'errand.requests.not_possible' }],
  },
);
export const MessageError = Type.Object(
  { message: Type.String(), code: code('errand.queries.invalid') },
  {
    description: 'What is wrong with a query.',
    examples: [{ message: 'The query is empty.', code: 'errand.queries.invalid' }],
  },
);

/**
 * A whole number in a query. It is checked as text, because each parameter has its own answer to text that is no
 * number; `described` is what clients should send.
 */
export const IntegerText = (options: { description: string; minimum?: number; maximum?: number; example: number }) => {
  const { description, example, ...bounds } = options;
  return Type.String({ description, described: { type: 'integer', ...bounds, examples: [example] } });
};

export const PageNumber = IntegerText({ description: 'From 1.', minimum: 1, example: 1 });
export const PageSize = IntegerText({
  description: 'Default: 20. At most 100 unless the operator sets another limit.',
  minimum: 1,
  example: 20,
});
/** For what ends later. */
export const WaitQuery = Type.Object({
  wait: Type.Optional(
    Type.Integer({
      minimum: 0,
      maximum: 60,
      description:
        'Seconds to wait for the end. The response comes then, or with the current state when the time is over.',
    }),
  ),
});

export const PageQuery = Type.Object({ page: Type.Optional(PageNumber), page_size: Type.Optional(PageSize) });

export const Page = <T extends TSchema>(item: T) =>
  Type.Object({
    count: Type.Integer(),
    next: Nullable(Type.String()),
    previous: Nullable(Type.String()),
    results: Type.Array(item),
  });

export const Creator = Type.Object({
  id: Type.Integer(),
  email: Type.String(),
  display_name: Type.String(),
  first_name: Type.String(),
  last_name: Type.String(),
});

export const JsonObject = Type.Record(Type.String(), Type.Unknown());
