// Made from packages/contract by `npm run generate`. Change the contract, not this file.

export type FieldTrust = {
  /** JSON pointer into the value. */
  field: string;
  /**
   * `found`: the source states it. `derived`: computed from the source or reworded. `unsupported`: the source does
   * not state it, or it has several candidate values. `absent`: there is no value.
   */
  status: 'found' | 'derived' | 'unsupported' | 'absent';
  /** Of values with confidence 0.9, nine out of ten are right. */
  confidence: number;
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
  /** All candidate values with their places, if the source has several values for the field. */
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
