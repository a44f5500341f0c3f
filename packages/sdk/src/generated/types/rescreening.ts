// Made from packages/contract by `npm run generate`. Change the contract, not this file.

import type { Actor } from './actors.ts';
import type { ScreeningEntry, ScreeningPart } from './screening.ts';
import type { Page } from './values.ts';

export type ScreeningRun = {
  id: string;
  watch_id: string;
  state: 'running' | 'done' | 'failed';
  /** Why it began. */
  reason: 'asked' | 'list' | 'subjects' | 'schedule' | 'settings';
  full: boolean;
  lists: {
    list_id: string;
    /** The version that was compared before. 0: none. */
    from_version: number;
    to_version: number;
    /** Entries that were new or changed, and were compared. */
    entries: number;
    removed: number;
  }[];
  /** Subjects that were new or changed, and were compared with all entries. */
  subjects_compared: number;
  pairs_compared: number;
  new: number;
  changed: number;
  gone: number;
  /** New or changed matches that people called false positives before. */
  suppressed: number;
  /** Subjects with more similar entries than could be compared. */
  incomplete: number;
  alerts_created: number;
  /** Why the run failed. */
  problem: string | null;
  /** Who caused it. */
  actor: Actor;
  created_at: string;
  finished_at: string | null;
};

export type ScreeningRunBody = {
  /** Compares everything again, not only what changed. Finds the same. */
  full?: boolean;
};

export type ScreeningRunPage = Page<ScreeningRun>;

export type ScreeningWatch = {
  id: string;
  name: string;
  /** Null: all lists, later ones too. */
  lists: string[] | null;
  /** The lowest score of a match. Default 0.8. */
  threshold: number;
  /** Runs so often. Null: only when something changes. */
  every_hours: number | null;
  /** The case queue that gets an alert for each new or changed match. Null: none. */
  queue_id: string | null;
  /** Each run reads the subjects from this table first. Null: only those that were sent. */
  source: WatchSource | null;
  subject_count: number;
  /** Without those that people called false positives. */
  open_matches: number;
  running: boolean;
  next_run_at: string | null;
  last_run_at: string | null;
  created_at: string;
  updated_at: string;
};

export type ScreeningWatchBody = {
  name: string;
  /** Null: all lists, later ones too. */
  lists?: string[] | null;
  /** The lowest score of a match. Default 0.8. */
  threshold?: number;
  /** Runs so often. Null: only when something changes. */
  every_hours?: number | null;
  /** The case queue that gets an alert for each new or changed match. Null: none. */
  queue_id?: string | null;
  /** Each run reads the subjects from this table first. Null: only those that were sent. */
  source?: WatchSource | null;
};

export type ScreeningWatchPage = Page<ScreeningWatch>;

export type ScreeningWatchPatch = {
  name?: string;
  /** Null: all lists, later ones too. */
  lists?: string[] | null;
  /** The lowest score of a match. Default 0.8. */
  threshold?: number;
  /** Runs so often. Null: only when something changes. */
  every_hours?: number | null;
  /** The case queue that gets an alert for each new or changed match. Null: none. */
  queue_id?: string | null;
  /** Each run reads the subjects from this table first. Null: only those that were sent. */
  source?: WatchSource | null;
};

export type WatchMatch = {
  id: string;
  watch_id: string;
  subject_id: string;
  subject_key: string;
  subject_name: string;
  entry: ScreeningEntry;
  list_name: string;
  /** The name or alias of the entry that fits best. */
  matched_name: string;
  /** 0 to 1. */
  score: number;
  parts: ScreeningPart[];
  state: 'open' | 'gone';
  /** `new`: not there before. `changed`: subject or entry has changed. `gone`: they match no longer. */
  change: 'new' | 'changed' | 'gone';
  run_id: string;
  /** What a person decided about this pair, as long as neither side changes. */
  decision: 'true_match' | 'false_positive' | null;
  /** The case of its last alert, for who sees it. */
  case_id: string | null;
  first_seen_at: string;
  changed_at: string;
};

export type WatchMatchHistory = WatchMatch & {
  /** Every change of the match, newest first. At most 200. */
  history: {
    run_id: string;
    /** `new`: not there before. `changed`: subject or entry has changed. `gone`: they match no longer. */
    change: 'new' | 'changed' | 'gone';
    score: number;
    list_version: number;
    at: string;
  }[];
};

export type WatchMatchPage = Page<WatchMatch>;

export type WatchMatchQuery = {
  /** Id of a watch. */
  watch?: string;
  /** Id of a list. */
  list?: string;
  /** Matches that this run was the last to change. */
  run?: string;
  /** Your id of a subject. */
  subject?: string;
  /** Default `open`: matches of now, without those called false positives (`suppressed`). */
  state?: 'open' | 'suppressed' | 'gone' | 'all';
  /** `new`: not there before. `changed`: subject or entry has changed. `gone`: they match no longer. */
  change?: 'new' | 'changed' | 'gone';
  /** Default: -changed_at. */
  ordering?: 'score' | '-score' | 'changed_at' | '-changed_at';
  /** From 1. */
  page?: string;
  /** Default: 20. At most 100 unless the operator sets another limit. */
  page_size?: string;
};

/** Each run reads the subjects from this table first. Null: only those that were sent. */
export type WatchSource = {
  /** A table of the organization. */
  table: string;
  columns: {
    /** What names the subject. */
    id: string;
    name: string;
    kind?: string | null;
    birth_date?: string | null;
    country?: string | null;
  };
};

export type WatchedSubject = {
  /** Your id of it. */
  id: string;
  name: string;
  kind: string;
  birth_date: string | null;
  country: string | null;
  identifiers: Record<string, string>;
  /** Names it in decisions. It changes with name, kind or date of birth. */
  subject_key: string;
  screened_at: string | null;
  updated_at: string;
};

export type WatchedSubjectPage = Page<WatchedSubject>;

export type WatchedSubjectQuery = {
  /** Part of the id or the name. */
  search?: string;
  /** From 1. */
  page?: string;
  /** Default: 20. At most 100 unless the operator sets another limit. */
  page_size?: string;
};

export type WatchedSubjectsBody = {
  subjects: {
    /** Your id of it. */
    id: string;
    name: string;
    /** `person`, `company` (with its legal form), or `other` such as a vessel. */
    kind?: 'person' | 'company' | 'other';
    /** Date of birth, or its year, or year and month. */
    birth_date?: string | null;
    country?: string | null;
    /** Identifiers by their kind, such as a passport or a tax number. */
    identifiers?: Record<string, string>;
  }[];
  /** Ids of subjects that leave. */
  remove?: string[];
  /** If true, all others leave. */
  replace?: boolean;
};

export type WatchedSubjectsChange = {
  added: number;
  changed: number;
  unchanged: number;
  removed: number;
  subject_count: number;
};
