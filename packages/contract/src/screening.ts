import { type Static, Type } from 'typebox';
import { defineOperations } from './operation.ts';
import { GivenId, Nullable, Page, PageQuery, Timestamp, Uuid } from './values.ts';

// Screening on the wire: names are compared with lists of names, and each score is explained part by part.

const name = Type.String({ minLength: 1, maxLength: 255, examples: ['OFAC SDN'] });
const kind = Type.Enum(['person', 'company', 'other'], {
  description: '`person`, `company` (with its legal form), or `other` such as a vessel.',
});
const subjectName = Type.String({ minLength: 1, maxLength: 500, examples: ['Muammar Gaddafi'] });
const birthDate = Type.String({
  pattern: '^\\d{4}(-\\d{2}(-\\d{2})?)?$',
  description: 'Date of birth, or its year, or year and month.',
  examples: ['1942-06-07'],
});
const identifiers = Type.Record(Type.String(), Type.String(), {
  description: 'Identifiers by their kind, such as a passport or a tax number.',
  examples: [{ passport: 'A1234567' }],
});

export const ScreeningList = Type.Object({
  id: Uuid,
  name,
  description: Type.String(),
  version: Type.Integer({ description: 'Number of the current version. 0 before the first import.' }),
  entry_count: Type.Integer({ description: 'Entries of the current version.' }),
  created_at: Timestamp,
  updated_at: Timestamp,
});
export type ScreeningList = Static<typeof ScreeningList>;
export const ScreeningListPage = Page(ScreeningList);

const example = { name: 'OFAC SDN', description: 'Specially designated nationals' };
export const ScreeningListBody = Type.Object(
  { name, description: Type.Optional(Type.String({ maxLength: 2_000 })) },
  { examples: [example] },
);
export const ScreeningListPatch = Type.Object(
  { name: Type.Optional(name), description: Type.Optional(Type.String({ maxLength: 2_000 })) },
  { examples: [example] },
);

export const ScreeningListVersion = Type.Object({
  number: Type.Integer({ description: 'From 1.' }),
  format: Type.String(),
  sha256: Type.String({ description: 'Hash of the imported file.' }),
  entry_count: Type.Integer(),
  added: Type.Integer({ description: 'Entries that the version before did not have.' }),
  changed: Type.Integer({ description: 'Entries whose content differs.' }),
  removed: Type.Integer({ description: 'Entries that only the version before had.' }),
  created_at: Timestamp,
});
export type ScreeningListVersion = Static<typeof ScreeningListVersion>;
export const ScreeningListVersionPage = Page(ScreeningListVersion);

const binary = (description: string) => Type.Unsafe<Uint8Array>({ type: 'string', format: 'binary', description });
export const ScreeningImportForm = Type.Object({
  file: binary('The list: CSV, `sdn.csv` of OFAC, or the consolidated list of the UN or the EU in XML.'),
  format: Type.Optional(Type.Enum(['csv', 'ofac', 'un', 'eu'], { description: 'Default: csv.' })),
  aliases: Type.Optional(binary('For OFAC: `alt.csv`.')),
  addresses: Type.Optional(binary('For OFAC: `add.csv`.')),
});

export const ScreeningEntry = Type.Object({
  list_id: Uuid,
  list_version: Type.Integer(),
  id: Type.String({ description: 'The id of the entry in its list.' }),
  kind,
  name: Type.String(),
  aliases: Type.Array(Type.String()),
  birth_dates: Type.Array(Type.String()),
  countries: Type.Array(Type.String()),
  identifiers: Type.Record(Type.String(), Type.Array(Type.String())),
  program: Nullable(Type.String()),
});
export type ScreeningEntry = Static<typeof ScreeningEntry>;

export const ScreeningPart = Type.Object({
  what: Type.String({ description: 'What was compared.' }),
  score: Type.Number(),
  why: Type.String(),
});
export const ScreeningMatch = Type.Object({
  entry: ScreeningEntry,
  matched_name: Type.String({ description: 'The name or alias of the entry that fits best.' }),
  score: Type.Number({ description: '0 to 1.' }),
  parts: Type.Array(ScreeningPart),
  decision: Nullable(Type.Enum(['true_match'], { description: 'What a person decided about this pair.' })),
});
export type ScreeningMatch = Static<typeof ScreeningMatch>;

export const screeningSubject = {
  name: subjectName,
  kind: Type.Optional(kind),
  birth_date: Type.Optional(Nullable(birthDate)),
  country: Type.Optional(Nullable(Type.String({ maxLength: 100, examples: ['LY'] }))),
  identifiers: Type.Optional(identifiers),
};
export const ScreeningBody = Type.Object(
  {
    names: Type.Array(Type.Object(screeningSubject), { minItems: 1, maxItems: 100 }),
    lists: Type.Optional(Type.Array(GivenId, { maxItems: 50, description: 'Default: all lists.' })),
    threshold: Type.Optional(
      Type.Number({ minimum: 0.5, maximum: 1, description: 'The lowest score of a match. Default 0.8.' }),
    ),
  },
  { examples: [{ names: [{ name: 'Moammar Qaddafi', kind: 'person', birth_date: '1942' }], threshold: 0.8 }] },
);
export const Screened = Type.Object({
  results: Type.Array(
    Type.Object({
      name: Type.String(),
      subject_key: Type.String({
        description: 'Names this subject in decisions. It changes with its name, kind or date of birth.',
      }),
      matches: Type.Array(ScreeningMatch, { description: 'Best first.' }),
      suppressed: Type.Integer({ description: 'Matches left out because a person called them false positives.' }),
      is_complete: Type.Boolean({ description: 'False if more entries were alike than could be compared.' }),
    }),
  ),
});

const decision = Type.Enum(['true_match', 'false_positive']);
export const ScreeningDecisionBody = Type.Object(
  {
    subject_key: Type.String({
      pattern: '^(person|company|other):[0-9a-f]{8,64}$',
      description: 'As in the answer of `POST /v1/screening/` or in a match.',
    }),
    list_id: GivenId,
    entry_id: Type.String({ minLength: 1, maxLength: 255 }),
    decision,
    reason: Type.String({ minLength: 1, maxLength: 2_000, examples: ['Born 20 years later.'] }),
  },
  {
    examples: [
      {
        subject_key: 'person:5d41402abc4b2a76',
        list_id: '01980a6e-7c3f-7b52-9d0e-6f1f5a2b3c4d',
        entry_id: '7734',
        decision: 'false_positive',
        reason: 'Born 20 years later.',
      },
    ],
  },
);
export const ScreeningDecision = Type.Object({
  subject_key: Type.String(),
  list_id: Uuid,
  entry_id: Type.String(),
  decision,
  reason: Type.String(),
  holds: Type.Boolean({ description: 'False if the entry has changed since.' }),
  decided_at: Timestamp,
});
export type ScreeningDecision = Static<typeof ScreeningDecision>;
export const ScreeningDecisionPage = Page(ScreeningDecision);

export const screening = defineOperations('Screening', {
  lists: {
    at: 'GET /v1/screening-lists/',
    summary: 'List screening lists',
    description: 'Newest first.',
    query: PageQuery,
    responses: { 200: ScreeningListPage },
  },
  createList: {
    at: 'POST /v1/screening-lists/',
    summary: 'Create a screening list',
    description: 'An empty list. Import a file to fill it.',
    role: 'admin',
    body: ScreeningListBody,
    responses: { 201: ScreeningList },
  },
  getList: {
    at: 'GET /v1/screening-lists/:screening_list_id/',
    summary: 'Retrieve a screening list',
    description: 'Returns the list with the number of its current version.',
    responses: { 200: ScreeningList },
  },
  updateList: {
    at: 'PATCH /v1/screening-lists/:screening_list_id/',
    summary: 'Change a screening list',
    description: 'Changes its name or description.',
    role: 'admin',
    body: ScreeningListPatch,
    responses: { 200: ScreeningList },
  },
  deleteList: {
    at: 'DELETE /v1/screening-lists/:screening_list_id/',
    summary: 'Delete a screening list',
    description: 'Deletes its entries and versions, and the decisions and matches about them.',
    role: 'admin',
    responses: { 204: null },
  },
  importList: {
    at: 'POST /v1/screening-lists/:screening_list_id/import/',
    summary: 'Import a version of a screening list',
    description:
      'The file is the whole list: entries that it lacks are removed. Only entries that changed are written. A file like the last one makes no version.',
    role: 'admin',
    accepts: ['multipart'],
    body: ScreeningImportForm,
    responses: { 201: ScreeningListVersion, 200: ScreeningListVersion },
  },
  listVersions: {
    at: 'GET /v1/screening-lists/:screening_list_id/versions/',
    summary: 'List versions of a screening list',
    description: 'Newest first, each with how many entries it added, changed and removed.',
    query: PageQuery,
    responses: { 200: ScreeningListVersionPage },
  },
  screen: {
    at: 'POST /v1/screening/',
    summary: 'Compare names with lists',
    description:
      'Names match across scripts, order, initials, transliterations and legal forms. Each score is explained part by part.',
    role: 'viewer',
    body: ScreeningBody,
    responses: { 200: Screened },
  },
  listDecisions: {
    at: 'GET /v1/screening/decisions/',
    summary: 'List screening decisions',
    description: 'Newest first.',
    query: PageQuery,
    responses: { 200: ScreeningDecisionPage },
  },
  decide: {
    at: 'PUT /v1/screening/decisions/',
    summary: 'Decide about a match',
    description:
      'A false positive is left out of matches, and counted, until the name, the date of birth or the entry changes.',
    role: 'analyst',
    body: ScreeningDecisionBody,
    responses: { 200: ScreeningDecision },
  },
});
