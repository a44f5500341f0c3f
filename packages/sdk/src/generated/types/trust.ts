// Made from packages/contract by `npm run generate`. Change the contract, not this file.

export type FieldTrust = {
  /** JSON pointer into the value. */
  field: string;
  /**
   * `found`: the source states it. `derived`: computed from the source or reworded. `unsupported`: the source does
   * not state it. `not_found`: there is no value, but the source may have one; see `candidates`. `absent`:
   * everything was read, in a known language, and nothing could be the value.
   */
  status: 'found' | 'derived' | 'unsupported' | 'not_found' | 'absent';
  /**
   * Of values with confidence 0.9, nine out of ten are right. For `not_found` and `absent`: the chance that the
   * source has no value.
   */
  confidence: number;
  /**
   * How many values with the same evidence were measured for the confidence. With fewer than 20, it is an
   * estimate.
   */
  measured?: number;
  file?: string;
  /** Page number, counted from 1. For PDF files and images. */
  page?: number;
  /** Left, top, right, bottom from the top left corner of the page. */
  box?: number[];
  sheet?: string;
  cell?: string;
  paragraph?: number;
  slide?: number;
  /** Line number, counted from 1. For text, CSV files and e-mails. */
  line?: number;
  /** Offset of the first character in the text. */
  start?: number;
  end?: number;
  /** The matching text. */
  text?: string;
  /** Why the status is not `found`. */
  note?: string;
  /** Values of the source that were considered for the field, with their places. */
  candidates?: {
    file?: string;
    /** Page number, counted from 1. For PDF files and images. */
    page?: number;
    /** Left, top, right, bottom from the top left corner of the page. */
    box?: number[];
    sheet?: string;
    cell?: string;
    paragraph?: number;
    slide?: number;
    /** Line number, counted from 1. For text, CSV files and e-mails. */
    line?: number;
    /** Offset of the first character in the text. */
    start?: number;
    end?: number;
    /** The matching text. */
    text?: string;
    /** How well the place fits the field. */
    score?: number;
    /** Why it is not the value. */
    why_not?: string;
  }[];
};

export type FileCoverage = {
  file: string;
  pages_total: number;
  pages_read: number;
  characters_total: number;
  characters_read: number;
  /** Why some content was not read. */
  note: string | null;
};

export type Trust = {
  fields: FieldTrust[];
  coverage: {
    /** If true, everything was read and nothing was dropped for space. */
    complete: boolean;
    files: FileCoverage[];
    /** Contradictions between documents that were read into one value. */
    note?: string | null;
  };
};
