// Documents as engines see them: pages with text, words with boxes, images of pages. Files are untrusted, so they are
// read in a process of their own (process/), which can run out of time and memory alone.

export const documentKinds = ['pdf', 'image', 'docx', 'xlsx', 'pptx', 'odt', 'html', 'text'] as const;
export type DocumentKind = (typeof documentKinds)[number];

/** Left, top, right, bottom from the top left corner of the page; points in a PDF, pixels in an image. */
export type Box = [number, number, number, number];
export type Word = { text: string; box: Box };

export type DocumentPage = {
  /** From 1. Sheets of a workbook and slides are pages; what has no pages is one. */
  number: number;
  width: number;
  height: number;
  text: string;
  /** A picture without text: only OCR or a model that reads images can read it. */
  scanned: boolean;
  /** The text comes from OCR. */
  recognized?: boolean;
  words?: Word[];
  image?: { data: Uint8Array; mediaType: string };
};

export type OutlineEntry = { title: string; page: number; depth: number };

export type ParsedDocument = {
  kind: DocumentKind;
  /** Of the whole document, whichever pages were asked for. */
  pageCount: number;
  pages: DocumentPage[];
  title?: string;
  /** Table of contents of a PDF. */
  outline?: OutlineEntry[];
  /** HTML and DOCX only. */
  markdown?: string;
  /** HTML only: where the page leads, each address once. */
  links?: { url: string; text: string }[];
  /** Only if the request asked for places. */
  places?: FoundPlace[];
};

/** A value of an output whose place is sought; `field` is a JSON pointer. */
export type SoughtValue = { field: string; value: string | number };
/** The higher the score, the surer it is that this is the place that is meant. */
export type FoundPlace = { field: string; page: number; box: Box; text: string; score: number };
