import { type TSchema, Type } from 'typebox';

// Responses that are not one JSON value.

/** Text of a given media type. */
export const Content = (mediaType: string, description: string, example: string) =>
  Type.Unsafe<string>({ description, content: { [mediaType]: { schema: { type: 'string' }, example } } });

/** An HTML page for people, or JSON for clients that do not accept HTML. */
export const PageOrJson = (description: string, page: string, json: TSchema) =>
  Type.Unsafe<string>({
    description,
    content: {
      'text/html': { schema: { type: 'string' }, example: page },
      'application/json': { schema: json },
    },
  });

/** Bytes in one of several media types, each with an example. */
export const Download = (description: string, examples: Record<string, string>) =>
  Type.Unsafe<Uint8Array>({
    description,
    content: Object.fromEntries(
      Object.entries(examples).map(([mediaType, example]) => [
        mediaType,
        { schema: { type: 'string', format: 'binary' }, example },
      ]),
    ),
  });

/** Many JSON values, as lines or as the data of events. */
export const JsonStream = (mediaType: string, description: string, item: TSchema) => {
  const schema = { type: 'string', contentMediaType: 'application/json', contentSchema: item };
  return Type.Unsafe<string>({ description, content: { [mediaType]: { schema } } });
};
