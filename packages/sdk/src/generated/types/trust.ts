// Made from packages/contract by `npm run generate`. Change the contract, not this file.

export type FieldTrust = {
  /** JSON pointer into the value. */
  field: string;
  /**
   * found: the source says it; derived: computed from the source or put into other words; unsupported: the source
   * does not say it, or has several values where none is given; absent: there is no value.
   */
  status: 'found' | 'derived' | 'unsupported' | 'absent';
  /** Among values with 0.9 nine of ten are right. */
  confidence: number;
  file?: string;
  /** From 1; PDF files and images. */
  page?: number;
  /** Left, top, right, bottom from the top left corner of the page. */
  box?: number[];
  sheet?: string;
  cell?: string;
  paragraph?: number;
  slide?: number;
  /** From 1; texts, CSV files and e-mails. */
  line?: number;
  /** First character of the text that was read. */
  start?: number;
  end?: number;
  /** The words found. */
  text?: string;
  /** Why it is not simply found. */
  note?: string;
  /** Several values stand under the label of the field: each of them, and where. */
  candidates?: {
    file?: string;
    /** From 1; PDF files and images. */
    page?: number;
    /** Left, top, right, bottom from the top left corner of the page. */
    box?: number[];
    sheet?: string;
    cell?: string;
    paragraph?: number;
    slide?: number;
    /** From 1; texts, CSV files and e-mails. */
    line?: number;
    /** First character of the text that was read. */
    start?: number;
    end?: number;
    /** The words found. */
    text?: string;
  }[];
};

export type FileCoverage = {
  file: string;
  pages_total: number;
  pages_read: number;
  characters_total: number;
  characters_read: number;
  /** Why not all was read. */
  note: string | null;
};

export type Trust = {
  fields: FieldTrust[];
  coverage: {
    /** All was read, and nothing that was read had to give way to something else. */
    complete: boolean;
    files: FileCoverage[];
    /** Several documents were read into one value and contradict each other. */
    note?: string | null;
  };
};
