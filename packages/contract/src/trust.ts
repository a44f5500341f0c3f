import { type Static, Type } from 'typebox';
import { Nullable } from './values.ts';

// How far the values of an extraction can be trusted, and how much of the sources was read.

export const trustStatuses = ['found', 'derived', 'unsupported', 'not_found', 'absent'] as const;

const place = {
  file: Type.Optional(Type.String()),
  page: Type.Optional(Type.Integer({ description: 'Page number, counted from 1. For PDF files and images.' })),
  box: Type.Optional(
    Type.Array(Type.Number(), { description: 'Left, top, right, bottom from the top left corner of the page.' }),
  ),
  sheet: Type.Optional(Type.String()),
  cell: Type.Optional(Type.String({ examples: ['B7'] })),
  paragraph: Type.Optional(Type.Integer()),
  slide: Type.Optional(Type.Integer()),
  line: Type.Optional(Type.Integer({ description: 'Line number, counted from 1. For text, CSV files and e-mails.' })),
  start: Type.Optional(Type.Integer({ description: 'Offset of the first character in the text.' })),
  end: Type.Optional(Type.Integer()),
  text: Type.Optional(Type.String({ description: 'The matching text.' })),
};

const considered = {
  score: Type.Optional(
    Type.Number({ minimum: 0, maximum: 1, description: 'How well the place fits the field.', examples: [0.4] }),
  ),
  why_not: Type.Optional(
    Type.String({
      description: 'Why it is not the value.',
      examples: ['No label of the field is near it.'],
    }),
  ),
};

export const FieldTrust = Type.Object(
  {
    field: Type.String({ description: 'JSON pointer into the value.', examples: ['/total'] }),
    status: Type.Enum([...trustStatuses], {
      description:
        '`found`: the source states it. `derived`: computed from the source or reworded. `unsupported`: the source does not state it. `not_found`: there is no value, but the source may have one; see `candidates`. `absent`: everything was read, in a known language, and nothing could be the value.',
    }),
    confidence: Type.Number({
      minimum: 0,
      maximum: 1,
      description:
        'Of values with confidence 0.9, nine out of ten are right. For `not_found` and `absent`: the chance that the source has no value.',
    }),
    measured: Type.Optional(
      Type.Integer({
        minimum: 0,
        description:
          'How many values with the same evidence were measured for the confidence. With fewer than 20, it is an estimate.',
        examples: [140],
      }),
    ),
    ...place,
    note: Type.Optional(Type.String({ description: 'Why the status is not `found`.' })),
    candidates: Type.Optional(
      Type.Array(Type.Object({ ...place, ...considered }, { additionalProperties: true }), {
        description: 'Values of the source that were considered for the field, with their places.',
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
  note: Nullable(Type.String({ description: 'Why some content was not read.' })),
});
export type FileCoverage = Static<typeof FileCoverage>;

export const Trust = Type.Object({
  fields: Type.Array(FieldTrust),
  coverage: Type.Object({
    complete: Type.Boolean({
      description: 'If true, everything was read and nothing was dropped for space.',
    }),
    files: Type.Array(FileCoverage),
    note: Type.Optional(
      Nullable(Type.String({ description: 'Contradictions between documents that were read into one value.' })),
    ),
  }),
});
export type Trust = Static<typeof Trust>;
