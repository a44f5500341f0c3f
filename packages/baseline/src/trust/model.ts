import type { NetworkAnswer } from '../schema/question.ts';

// How far a value of an answer can be trusted. It is looked up in its source texts by meaning, not by spelling.

/** A source text of values: a page, a sheet, a whole text. */
export type SourceText = {
  text: string;
  /** The text comes from OCR, which may confuse letters and digits that look alike. */
  recognized?: boolean;
  /** How certain OCR was, from 0 to 1. */
  sureness?: number;
  /** Texts with the same number belong to one document. Without numbers, all do. */
  document?: number;
  /** Where a network says that the answers are. */
  pointed?: NetworkAnswer[];
};

/** `absent`: everything was read, in a known language, and nothing could be the value. `not_found`: anything less. */
export type Status = 'found' | 'derived' | 'unsupported' | 'not_found' | 'absent';

/** Why a value has its status. The calibration has the share of right values for each ground. */
export type Ground =
  | `${'number' | 'date' | 'text' | 'identifier'}-${'labelled' | 'title' | 'block' | 'sums' | 'sender' | 'told' | 'pointed' | 'guessed' | 'row' | 'sole' | 'bare' | 'common' | 'elsewhere' | 'misplaced' | 'other-row' | 'alike' | 'none'}`
  | 'number-converted'
  | 'number-computed'
  | 'number-sign'
  | 'number-unit'
  | 'date-order'
  | 'date-derived'
  | 'text-part'
  | 'text-order'
  | 'text-reworded'
  | 'text-code'
  | 'choice-labelled'
  | 'choice-said'
  | 'choice-judged'
  | 'choice-contradicted'
  | 'choice-pointed'
  | 'boolean-said'
  | 'boolean-judged'
  | 'boolean-contradicted'
  | 'boolean-pointed'
  | 'shared'
  | 'identifier-wrong'
  | 'form-wrong'
  | 'absent-quiet'
  | 'absent-scan'
  | 'absent-open'
  | 'absent-near'
  | 'absent-many'
  | 'absent-unknown'
  | 'absent-labelled'
  | 'absent-contested'
  | 'contested'
  | 'contested-within'
  | 'unreadable';

export type Mark = {
  /** JSON pointer into the value. */
  field: string;
  status: Status;
  confidence: number;
  ground: Ground;
  /** How many values with this ground were measured for the confidence. */
  measured?: number;
  /** The index of the text, and the place in it. */
  source?: number;
  start?: number;
  end?: number;
  /** The words found. */
  text?: string;
  note?: string;
  /** Several values with equally good grounds, each with its place. */
  candidates?: Considered[];
  /** They are in different documents that were read into one value. */
  isAcrossDocuments?: true;
  /** A required text is empty, because nothing was found for it. */
  missing?: true;
};

/** A value that was not chosen, or not alone: how well it fits the field, and why it is not the value. */
export type Considered = Hit & { text: string; score?: number; why_not?: string };

/** One place where a value occurs. */
export type Hit = { source: number; start: number; end: number };
