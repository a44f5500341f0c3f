import { type Static, Type } from 'typebox';
import { Actor } from './actors.ts';
import { ScreeningEntry, ScreeningPart, screeningSubject } from './screening.ts';
import { GivenId, Nullable, Page, PageNumber, PageSize, Timestamp, Uuid } from './values.ts';

// Watches: people and companies that are compared again when they, or the lists, change.

const paging = { page: Type.Optional(PageNumber), page_size: Type.Optional(PageSize) };
const name = Type.String({ minLength: 1, maxLength: 255, examples: ['Customers'] });
const columnName = Type.String({ minLength: 1, maxLength: 255, examples: ['customer_id'] });
const optionalColumn = Type.Optional(Nullable(columnName));

export const WatchSource = Type.Object(
  {
    table: Type.String({ minLength: 1, maxLength: 255, description: 'A table of the organization.' }),
    columns: Type.Object({
      id: Type.String({ minLength: 1, maxLength: 255, description: 'What names the subject.', examples: ['id'] }),
      name: Type.String({ minLength: 1, maxLength: 255, examples: ['name'] }),
      kind: optionalColumn,
      birth_date: optionalColumn,
      country: optionalColumn,
    }),
  },
  { description: 'Each run reads the subjects from this table first. Null: only those that were sent.' },
);
export type WatchSource = Static<typeof WatchSource>;
const watch = {
  name,
  lists: Nullable(Type.Array(GivenId, { minItems: 1, maxItems: 50, description: 'Null: all lists, later ones too.' })),
  threshold: Type.Number({ minimum: 0.5, maximum: 1, description: 'The lowest score of a match. Default 0.8.' }),
  every_hours: Nullable(
    Type.Integer({ minimum: 1, maximum: 8_760, description: 'Runs so often. Null: only when something changes.' }),
  ),
  queue_id: Nullable(
    Type.String({
      format: 'uuid',
      maxLength: 36,
      description: 'The case queue that gets an alert for each new or changed match. Null: none.',
    }),
  ),
  source: Nullable(WatchSource),
};
const settings = {
  lists: Type.Optional(watch.lists),
  threshold: Type.Optional(watch.threshold),
  every_hours: Type.Optional(watch.every_hours),
  queue_id: Type.Optional(watch.queue_id),
  source: Type.Optional(watch.source),
};
export const ScreeningWatchBody = Type.Object(
  { name, ...settings },
  { examples: [{ name: 'Customers', threshold: 0.85, every_hours: 24 }] },
);
export const ScreeningWatchPatch = Type.Object(
  { name: Type.Optional(name), ...settings },
  { examples: [{ threshold: 0.9 }] },
);
export const ScreeningWatch = Type.Object({
  id: Uuid,
  ...watch,
  subject_count: Type.Integer(),
  open_matches: Type.Integer({ description: 'Without those that people called false positives.' }),
  running: Type.Boolean(),
  next_run_at: Nullable(Timestamp),
  last_run_at: Nullable(Timestamp),
  created_at: Timestamp,
  updated_at: Timestamp,
});
export type ScreeningWatch = Static<typeof ScreeningWatch>;
export const ScreeningWatchPage = Page(ScreeningWatch);

const subject = {
  id: Type.String({ minLength: 1, maxLength: 255, description: 'Your id of it.', examples: ['customer-17'] }),
  ...screeningSubject,
};
export const WatchedSubject = Type.Object({
  id: subject.id,
  name: subject.name,
  kind: Type.String(),
  birth_date: Nullable(Type.String()),
  country: Nullable(Type.String()),
  identifiers: Type.Record(Type.String(), Type.String()),
  subject_key: Type.String({ description: 'Names it in decisions. It changes with name, kind or date of birth.' }),
  screened_at: Nullable(Timestamp),
  updated_at: Timestamp,
});
export type WatchedSubject = Static<typeof WatchedSubject>;
export const WatchedSubjectPage = Page(WatchedSubject);
export const WatchedSubjectsBody = Type.Object(
  {
    subjects: Type.Array(Type.Object(subject), { maxItems: 5_000 }),
    remove: Type.Optional(Type.Array(subject.id, { maxItems: 5_000, description: 'Ids of subjects that leave.' })),
    replace: Type.Optional(Type.Boolean({ description: 'If true, all others leave.' })),
  },
  {
    examples: [
      { subjects: [{ id: 'customer-17', name: 'Jane Roe', kind: 'person', birth_date: '1980-05-17', country: 'DE' }] },
    ],
  },
);
export const WatchedSubjectsChange = Type.Object({
  added: Type.Integer(),
  changed: Type.Integer(),
  unchanged: Type.Integer(),
  removed: Type.Integer(),
  subject_count: Type.Integer(),
});
export const WatchedSubjectQuery = Type.Object({
  search: Type.Optional(Type.String({ maxLength: 255, description: 'Part of the id or the name.' })),
  ...paging,
});

export const screeningChanges = ['new', 'changed', 'gone'] as const;
export const ScreeningRunBody = Type.Object(
  {
    full: Type.Optional(
      Type.Boolean({ description: 'Compares everything again, not only what changed. Finds the same.' }),
    ),
  },
  { examples: [{ full: false }] },
);
export const ScreeningRun = Type.Object({
  id: Uuid,
  watch_id: Uuid,
  state: Type.Enum(['running', 'done', 'failed']),
  reason: Type.Enum(['asked', 'list', 'subjects', 'schedule', 'settings'], { description: 'Why it began.' }),
  full: Type.Boolean(),
  lists: Type.Array(
    Type.Object({
      list_id: Uuid,
      from_version: Type.Integer({ description: 'The version that was compared before. 0: none.' }),
      to_version: Type.Integer(),
      entries: Type.Integer({ description: 'Entries that were new or changed, and were compared.' }),
      removed: Type.Integer(),
    }),
  ),
  subjects_compared: Type.Integer({
    description: 'Subjects that were new or changed, and were compared with all entries.',
  }),
  pairs_compared: Type.Integer(),
  new: Type.Integer(),
  changed: Type.Integer(),
  gone: Type.Integer(),
  suppressed: Type.Integer({ description: 'New or changed matches that people called false positives before.' }),
  incomplete: Type.Integer({ description: 'Subjects with more similar entries than could be compared.' }),
  alerts_created: Type.Integer(),
  problem: Nullable(Type.String({ description: 'Why the run failed.' })),
  actor: Actor,
  created_at: Timestamp,
  finished_at: Nullable(Timestamp),
});
export type ScreeningRun = Static<typeof ScreeningRun>;
export const ScreeningRunPage = Page(ScreeningRun);

const change = Type.Enum([...screeningChanges], {
  description: '`new`: not there before. `changed`: subject or entry has changed. `gone`: they match no longer.',
});
const match = {
  id: Uuid,
  watch_id: Uuid,
  subject_id: Type.String(),
  subject_key: Type.String(),
  subject_name: Type.String(),
  entry: ScreeningEntry,
  list_name: Type.String(),
  matched_name: Type.String({ description: 'The name or alias of the entry that fits best.' }),
  score: Type.Number({ description: '0 to 1.' }),
  parts: Type.Array(ScreeningPart),
  state: Type.Enum(['open', 'gone']),
  change,
  run_id: Uuid,
  decision: Nullable(
    Type.Enum(['true_match', 'false_positive'], {
      description: 'What a person decided about this pair, as long as neither side changes.',
    }),
  ),
  case_id: Nullable(Type.String({ format: 'uuid', description: 'The case of its last alert, for who sees it.' })),
  first_seen_at: Timestamp,
  changed_at: Timestamp,
};
export const WatchMatch = Type.Object(match);
export type WatchMatch = Static<typeof WatchMatch>;
export const WatchMatchPage = Page(WatchMatch);
export const WatchMatchHistory = Type.Object({
  ...match,
  history: Type.Array(
    Type.Object({ run_id: Uuid, change, score: Type.Number(), list_version: Type.Integer(), at: Timestamp }),
    { description: 'Every change of the match, newest first. At most 200.' },
  ),
});
export const WatchMatchQuery = Type.Object({
  watch: Type.Optional(Type.String({ format: 'uuid', maxLength: 36, description: 'Id of a watch.' })),
  list: Type.Optional(Type.String({ format: 'uuid', maxLength: 36, description: 'Id of a list.' })),
  run: Type.Optional(
    Type.String({ format: 'uuid', maxLength: 36, description: 'Matches that this run was the last to change.' }),
  ),
  subject: Type.Optional(Type.String({ maxLength: 255, description: 'Your id of a subject.' })),
  state: Type.Optional(
    Type.Enum(['open', 'suppressed', 'gone', 'all'], {
      description: 'Default `open`: matches of now, without those called false positives (`suppressed`).',
    }),
  ),
  change: Type.Optional(change),
  ordering: Type.Optional(
    Type.Enum(['score', '-score', 'changed_at', '-changed_at'], { description: 'Default: -changed_at.' }),
  ),
  ...paging,
});
