// Made from packages/contract by `npm run generate`. Change the contract, not this file.

export type EvidenceQuery = {
  /** JSON pointer of a value in the result, as in `trust`. */
  field?: string;
  /** A file, input or address that the job read. Use it with `quote` or `page`. */
  file?: string;
  /** Text to find in the file. */
  quote?: string;
  /** Shows this page instead of the page of the evidence. */
  page?: number;
};

export type EvidenceView = {
  file: string | null;
  /**
   * `page`: an image of a page. `html`: a web page as it was fetched. `none`: nothing can be shown, and `note`
   * says why.
   */
  kind: 'page' | 'text' | 'table' | 'html' | 'none';
  page: number | null;
  pages: number | null;
  /** Size of the page, in the unit of `mark.box`. */
  width: number | null;
  height: number | null;
  image: {
    media_type: string;
    /** In base64. */
    data: string;
  } | null;
  /** The text around the evidence, or the source of a web page. */
  text: string | null;
  /** If true, the source is longer than `text`. */
  cut: boolean;
  table: {
    sheet: string | null;
    /** Number of the first row, counted from 1. */
    first_row: number;
    rows: string[][];
  } | null;
  mark: {
    /** Left, top, right, bottom on the page. */
    box?: number[];
    /** First character within `text`. */
    start?: number;
    end?: number;
    /** Row of the table, counted from 1. */
    row?: number;
    column?: number;
    /** For web pages: the text to look for. */
    words?: string;
  } | null;
  note: string | null;
};
