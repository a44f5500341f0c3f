// Made from packages/contract by `npm run generate`. Change the contract, not this file.

import type { Page } from './values.ts';

export type Screened = {
  results: {
    name: string;
    /** Names this subject in decisions. It changes with its name, kind or date of birth. */
    subject_key: string;
    /** Best first. */
    matches: ScreeningMatch[];
    /** Matches left out because a person called them false positives. */
    suppressed: number;
    /** False if more entries were alike than could be compared. */
    is_complete: boolean;
  }[];
};

export type ScreeningBody = {
  names: {
    name: string;
    /** `person`, `company` (with its legal form), or `other` such as a vessel. */
    kind?: 'person' | 'company' | 'other';
    /** Date of birth, or its year, or year and month. */
    birth_date?: string | null;
    country?: string | null;
    /** Identifiers by their kind, such as a passport or a tax number. */
    identifiers?: Record<string, string>;
  }[];
  /** Default: all lists. */
  lists?: string[];
  /** The lowest score of a match. Default 0.8. */
  threshold?: number;
};

export type ScreeningDecision = {
  subject_key: string;
  list_id: string;
  entry_id: string;
  decision: 'true_match' | 'false_positive';
  reason: string;
  /** False if the entry has changed since. */
  holds: boolean;
  decided_at: string;
};

export type ScreeningDecisionBody = {
  /** As in the answer of `POST /v1/screening/` or in a match. */
  subject_key: string;
  list_id: string;
  entry_id: string;
  decision: 'true_match' | 'false_positive';
  reason: string;
};

export type ScreeningDecisionPage = Page<ScreeningDecision>;

export type ScreeningEntry = {
  list_id: string;
  list_version: number;
  /** The id of the entry in its list. */
  id: string;
  /** `person`, `company` (with its legal form), or `other` such as a vessel. */
  kind: 'person' | 'company' | 'other';
  name: string;
  aliases: string[];
  birth_dates: string[];
  countries: string[];
  identifiers: Record<string, string[]>;
  program: string | null;
};

export type ScreeningImportForm = {
  /** The list: CSV, `sdn.csv` of OFAC, or the consolidated list of the UN or the EU in XML. */
  file: Uint8Array;
  /** Default: csv. */
  format?: 'csv' | 'ofac' | 'un' | 'eu';
  /** For OFAC: `alt.csv`. */
  aliases?: Uint8Array;
  /** For OFAC: `add.csv`. */
  addresses?: Uint8Array;
};

export type ScreeningList = {
  id: string;
  name: string;
  description: string;
  /** Number of the current version. 0 before the first import. */
  version: number;
  /** Entries of the current version. */
  entry_count: number;
  created_at: string;
  updated_at: string;
};

export type ScreeningListBody = {
  name: string;
  description?: string;
};

export type ScreeningListPage = Page<ScreeningList>;

export type ScreeningListPatch = {
  name?: string;
  description?: string;
};

export type ScreeningListVersion = {
  /** From 1. */
  number: number;
  format: string;
  /** Hash of the imported file. */
  sha256: string;
  entry_count: number;
  /** Entries that the version before did not have. */
  added: number;
  /** Entries whose content differs. */
  changed: number;
  /** Entries that only the version before had. */
  removed: number;
  created_at: string;
};

export type ScreeningListVersionPage = Page<ScreeningListVersion>;

export type ScreeningMatch = {
  entry: ScreeningEntry;
  /** The name or alias of the entry that fits best. */
  matched_name: string;
  /** 0 to 1. */
  score: number;
  parts: ScreeningPart[];
  /** What a person decided about this pair. */
  decision: 'true_match' | null;
};

export type ScreeningPart = {
  /** What was compared. */
  what: string;
  score: number;
  why: string;
};
