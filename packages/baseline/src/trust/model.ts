// How far a value of an answer can be trusted: looked up in the texts it was taken from, by meaning and not by letter.

/** A text that values were taken from: a page, a sheet, a whole text. */
export type SourceText = {
  text: string;
  /** Read by OCR: letters and digits that look alike may be confused. */
  recognized?: boolean;
  /** How sure OCR was of it, 0 to 1. */
  sureness?: number;
  /** Texts with the same number are of one document; left out: all are. */
  document?: number;
};

export type Status = 'found' | 'derived' | 'unsupported' | 'absent';

/** Why a value has its status: the calibration knows how many of each are right. */
export type Ground =
  | `${'number' | 'date' | 'text' | 'identifier'}-${'labelled' | 'row' | 'bare' | 'common' | 'elsewhere' | 'misplaced' | 'other-row' | 'alike' | 'none'}`
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
  | 'boolean-said'
  | 'boolean-judged'
  | 'boolean-contradicted'
  | 'shared'
  | 'identifier-wrong'
  | 'absent-quiet'
  | 'absent-labelled'
  | 'absent-contested'
  | 'contested'
  | 'unreadable';

export type Mark = {
  /** JSON pointer into the value. */
  field: string;
  status: Status;
  confidence: number;
  ground: Ground;
  /** Which of the texts, and where in it. */
  source?: number;
  start?: number;
  end?: number;
  /** The words found. */
  text?: string;
  note?: string;
  /** Several values with equally good grounds: each of them, and where it stands. */
  candidates?: (Hit & { text: string })[];
  /** They stand in different documents that were read into one value. */
  isAcrossDocuments?: true;
  /** A required text that is empty: nothing was found for it. */
  missing?: true;
};

/** One place where a value may stand. */
export type Hit = { source: number; start: number; end: number };
