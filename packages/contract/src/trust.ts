import { type Static, Type } from 'typebox';
import { Nullable } from './values.ts';

// How far the values of an extraction can be trusted, and how much of the sources was read.

export const trustStatuses = ['found', 'derived', 'unsupported', 'absent'] as const;

const place = {
  file: Type.Optional(Type.String()),
  page: Type.Optional(Type.Integer({ description: 'From 1; PDF files and images.' })),
  box: Type.Optional(
    Type.Array(Type.Number(), { description: 'Left, top, right, bottom from the top left corner of the page.' }),
  ),
  sheet: Type.Optional(Type.String()),
  cell: Type.Optional(Type.String({ examples: ['B7'] })),
  paragraph: Type.Optional(Type.Integer()),
  slide: Type.Optional(Type.Integer()),
  line: Type.Optional(Type.Integer({ description: 'From 1; texts, CSV files and e-mails.' })),
  start: Type.Optional(Type.Integer({ description: 'First character of the text that was read.' })),
  end: Type.Optional(Type.Integer()),
  text: Type.Optional(Type.String({ description: 'The words found.' })),
};

export const FieldTrust = Type.Object(
  {
    field: Type.String({ description: 'JSON pointer into the value.', examples: ['/total'] }),
    status: Type.Enum([...trustStatuses], {
      description:
        'found: the source says it; derived: computed from the source or put into other words; unsupported: the source does not say it, or has several values where none is given; absent: there is no value.',
    }),
    confidence: Type.Number({ minimum: 0, maximum: 1, description: 'Among values with 0.9 nine of ten are right.' }),
    ...place,
    note: Type.Optional(Type.String({ description: 'Why it is not simply found.' })),
    candidates: Type.Optional(
      Type.Array(Type.Object(place, { additionalProperties: true }), {
        description: 'Several values stand under the label of the field: each of them, and where.',
      }),
    ),
  },
  { additionalProperties: true },
);
export type FieldTrust = Static<typeof FieldTrust>;

export const FileCoverage = Type.Object({
  file: Type.String(),
  pages_total: Type.Integer(),
  pages_read: Type.Integer(),
  characters_total: Type.Integer(),
  characters_read: Type.Integer(),
  note: Nullable(Type.String({ description: 'Why not all was read.' })),
});
export type FileCoverage = Static<typeof FileCoverage>;

export const Trust = Type.Object({
  fields: Type.Array(FieldTrust),
  coverage: Type.Object({
    complete: Type.Boolean({
      description: 'All was read, and nothing that was read had to give way to something else.',
    }),
    files: Type.Array(FileCoverage),
    note: Type.Optional(
      Nullable(Type.String({ description: 'Several documents were read into one value and contradict each other.' })),
    ),
  }),
});
export type Trust = Static<typeof Trust>;
