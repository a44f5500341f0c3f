import { Type } from 'typebox';
import { Nullable } from './values.ts';

// Evidence on the wire: the place in a source that a value or a finding rests on.

export const EvidenceQuery = Type.Object({
  field: Type.Optional(Type.String({ description: 'JSON pointer of a value in the result, as in `trust`.' })),
  file: Type.Optional(
    Type.String({ description: 'A file, input or address that the job read. Use it with `quote` or `page`.' }),
  ),
  quote: Type.Optional(Type.String({ description: 'Text to find in the file.' })),
  page: Type.Optional(
    Type.Integer({ minimum: 1, description: 'Shows this page instead of the page of the evidence.' }),
  ),
});

export const EvidenceView = Type.Object({
  file: Nullable(Type.String()),
  kind: Type.Enum(['page', 'text', 'table', 'html', 'none'], {
    description:
      '`page`: an image of a page. `html`: a web page as it was fetched. `none`: nothing can be shown, and `note` says why.',
  }),
  page: Nullable(Type.Integer()),
  pages: Nullable(Type.Integer()),
  width: Nullable(Type.Number({ description: 'Size of the page, in the unit of `mark.box`.' })),
  height: Nullable(Type.Number()),
  image: Nullable(Type.Object({ media_type: Type.String(), data: Type.String({ description: 'In base64.' }) })),
  text: Nullable(Type.String({ description: 'The text around the evidence, or the source of a web page.' })),
  cut: Type.Boolean({ description: 'If true, the source is longer than `text`.' }),
  table: Nullable(
    Type.Object({
      sheet: Nullable(Type.String()),
      first_row: Type.Integer({ description: 'Number of the first row, counted from 1.' }),
      rows: Type.Array(Type.Array(Type.String())),
    }),
  ),
  mark: Nullable(
    Type.Object({
      box: Type.Optional(Type.Array(Type.Number(), { description: 'Left, top, right, bottom on the page.' })),
      start: Type.Optional(Type.Integer({ description: 'First character within `text`.' })),
      end: Type.Optional(Type.Integer()),
      row: Type.Optional(Type.Integer({ description: 'Row of the table, counted from 1.' })),
      column: Type.Optional(Type.Integer()),
      words: Type.Optional(Type.String({ description: 'For web pages: the text to look for.' })),
    }),
  ),
  note: Nullable(Type.String()),
});
