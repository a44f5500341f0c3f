import { column, moment, type PlainTable, text } from '#jobs/system-tables/plain-tables.ts';

// `errand.screening_matches` in SQL.

export const screeningTables: PlainTable[] = [
  {
    name: 'screening_matches',
    description: 'one row per match of a subject of a screening watch with an entry of a list',
    from: `screening_matches m join screening_watches w on w.id = m.watch_id join screening_lists l on l.id = m.list_id
      left join screening_decisions d on d.org_id = m.org_id and d.subject_key = m.subject_key and d.list_id = m.list_id
        and d.entry_id = m.entry_id and d.entry_hash = m.entry_hash`,
    key: 'm.id',
    where: 'true',
    columns: [
      text('id', 'm.id', 'id of the match'),
      text('watch_id', 'm.watch_id', 'its watch'),
      text('watch', 'w.name', 'name of its watch'),
      text('subject_id', 'm.subject_id', 'the id that the organization gave the subject'),
      text('subject_name', `(m.subject ->> 'name')`, 'name of the subject'),
      text('subject_kind', `(m.subject ->> 'kind')`, '`person`, `company` or `other`'),
      text('subject_key', 'm.subject_key', 'names the subject in decisions'),
      text('list_id', 'm.list_id', 'the list'),
      text('list', 'l.name', 'name of the list'),
      column('list_version', 'm.list_version', 'integer', 'the version that was compared last'),
      text('entry_id', 'm.entry_id', 'id of the entry in its list'),
      text('entry_name', `(m.entry ->> 'name')`, 'name of the entry'),
      text('program', `(m.entry ->> 'program')`, 'program of the entry'),
      text('matched_name', 'm.matched_name', 'the name or alias of the entry that fits best'),
      column('score', 'm.score::numeric(6,3)', 'numeric(6,3)', '0 to 1'),
      text('parts', 'm.parts', 'JSON: the parts of the score'),
      text('state', 'm.state', '`open` or `gone`'),
      text('change', 'm.change', 'the last change: `new`, `changed` or `gone`'),
      text('decision', 'd.decision', '`true_match` or `false_positive`, as long as neither side changes'),
      text('run_id', 'm.run_id', 'the run that changed it last'),
      moment('first_seen_at', 'm.first_seen_at', 'when it was found first, in UTC'),
      moment('changed_at', 'm.changed_at', 'when it changed last, in UTC'),
    ],
  },
];
