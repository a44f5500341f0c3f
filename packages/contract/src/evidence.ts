import { Type } from 'typebox';
import { Nullable } from './values.ts';

// The place in a source that a value or a finding rests on, ready to be shown.

export const EvidenceQuery = Type.Object({
  field: Type.Optional(Type.String({ description: 'A value of the result: its JSON pointer, as in `trust`.' })),
  file: Type.Optional(
    Type.String({ description: 'A file, input or address that the job read; with `quote` or `page`.' }),
  ),
  quote: Type.Optional(Type.String({ description: 'Words to find in the file.' })),
  page: Type.Optional(Type.Integer({ minimum: 1, description: 'Another page than the one of the place.' })),
});

export const EvidenceView = Type.Object({
  file: Nullable(Type.String()),
  kind: Type.Enum(['page', 'text', 'table', 'html', 'none'], {
    description:
      'page: a picture of a page; html: a web page as it was fetched; none: `note` says why nothing is shown.',
  }),
  page: Nullable(Type.Integer()),
  pages: Nullable(Type.Integer()),
  width: Nullable(Type.Number({ description: 'Of the page, in the unit of `mark.box`.' })),
  height: Nullable(Type.Number()),
  image: Nullable(Type.Object({ media_type: Type.String(), data: Type.String({ description: 'In base64.' }) })),
  text: Nullable(Type.String({ description: 'The text around the place, or the source of a web page.' })),
  cut: Type.Boolean({ description: 'The source is longer than the text.' }),
  table: Nullable(
    Type.Object({
      sheet: Nullable(Type.String()),
      first_row: Type.Integer({ description: 'Number of the first row given, from 1.' }),
      rows: Type.Array(Type.Array(Type.String())),
    }),
  ),
  mark: Nullable(
    Type.Object({
      box: Type.Optional(Type.Array(Type.Number(), { description: 'Left, top, right, bottom on the page.' })),
      start: Type.Optional(Type.Integer({ description: 'First character within `text`.' })),
      end: Type.Optional(Type.Integer()),
      row: Type.Optional(Type.Integer({ description: 'Of the table, from 1.' })),
      column: Type.Optional(Type.Integer()),
      words: Type.Optional(Type.String({ description: 'Web pages: the words to look for.' })),
    }),
  ),
  note: Nullable(Type.String()),
});
