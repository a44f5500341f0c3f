import type { ScreeningRun, ScreeningWatch, WatchedSubject, WatchMatch } from '@errand/contract/rescreening.ts';
import { toActor } from '#orgs/actor.ts';
import type { MatchRow } from './store/matches.ts';
import type { RunRow } from './store/runs.ts';
import type { SubjectRow } from './store/subjects.ts';
import type { WatchRow } from './store/watches.ts';

export const watchAnswer = (row: WatchRow): ScreeningWatch => ({
  id: row.id,
  name: row.name,
  lists: row.lists,
  threshold: row.threshold,
  every_hours: row.every_hours,
  queue_id: row.queue_id,
  source: row.source,
  subject_count: row.subject_count,
  open_matches: row.open_matches,
  running: row.running,
  next_run_at: row.next_run_at?.toISOString() ?? null,
  last_run_at: row.last_run_at?.toISOString() ?? null,
  created_at: row.created_at.toISOString(),
  updated_at: row.updated_at.toISOString(),
});

export const subjectAnswer = ({ id, content, ...row }: SubjectRow): WatchedSubject => ({
  id,
  name: content.name,
  kind: content.kind,
  birth_date: content.birthDate,
  country: content.country,
  identifiers: content.identifiers,
  subject_key: row.subject_key,
  screened_at: row.screened_at?.toISOString() ?? null,
  updated_at: row.updated_at.toISOString(),
});

export const runAnswer = ({ is_full: full, actor, created_at, finished_at, ...row }: RunRow): ScreeningRun => ({
  ...row,
  state: finished_at === null ? 'running' : row.problem === null ? 'done' : 'failed',
  full,
  actor: toActor([actor]),
  created_at: created_at.toISOString(),
  finished_at: finished_at?.toISOString() ?? null,
});

export const matchAnswer = (row: MatchRow): WatchMatch => ({
  id: row.id,
  watch_id: row.watch_id,
  subject_id: row.subject_id,
  subject_key: row.subject_key,
  subject_name: row.subject.name,
  entry: { list_id: row.list_id, list_version: row.list_version, ...row.entry },
  list_name: row.list_name,
  matched_name: row.matched_name,
  score: row.score,
  parts: row.parts,
  state: row.state,
  change: row.change,
  run_id: row.run_id,
  decision: row.decision,
  case_id: row.case_id,
  first_seen_at: row.first_seen_at.toISOString(),
  changed_at: row.changed_at.toISOString(),
});
