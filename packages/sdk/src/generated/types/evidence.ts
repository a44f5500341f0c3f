// Made from packages/contract by `npm run generate`. Change the contract, not this file.

export type EvidenceQuery = {
  /** A value of the result: its JSON pointer, as in `trust`. */
  field?: string;
  /** A file, input or address that the job read; with `quote` or `page`. */
  file?: string;
  /** Words to find in the file. */
  quote?: string;
  /** Another page than the one of the place. */
  page?: number;
};

export type EvidenceView = {
  file: string | null;
  /**
   * page: a picture of a page; html: a web page as it was fetched; none: `note` says why nothing is shown.
   */
  kind: 'page' | 'text' | 'table' | 'html' | 'none';
  page: number | null;
  pages: number | null;
  /** Of the page, in the unit of `mark.box`. */
  width: number | null;
  height: number | null;
  image: {
    media_type: string;
    /** In base64. */
    data: string;
  } | null;
  /** The text around the place, or the source of a web page. */
  text: string | null;
  /** The source is longer than the text. */
  cut: boolean;
  table: {
    sheet: string | null;
    /** Number of the first row given, from 1. */
    first_row: number;
    rows: string[][];
  } | null;
  mark: {
    /** Left, top, right, bottom on the page. */
    box?: number[];
    /** First character within `text`. */
    start?: number;
    end?: number;
    /** Of the table, from 1. */
    row?: number;
    column?: number;
    /** Web pages: the words to look for. */
    words?: string;
  } | null;
  note: string | null;
};
