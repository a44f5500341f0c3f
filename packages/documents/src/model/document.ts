import type { Block } from './blocks.ts';
import type { WordTable } from './words.ts';

// Documents as engines see them: pages with a text that keeps tables and check boxes, blocks in reading order, words
// with boxes, images of pages. Files are untrusted, so they are read in a separate process (process/), which can run
// out of time and memory alone.

export const documentKinds = [
  'pdf',
  'image',
  'docx',
  'xlsx',
  'pptx',
  'odt',
  'html',
  'csv',
  'text',
  'email',
  'archive',
] as const;
export type DocumentKind = (typeof documentKinds)[number];

export type DocumentPage = {
  /** From 1. Sheets of a workbook and slides are pages. Formats without pages have one. */
  number: number;
  width: number;
  height: number;
  /** In reading order, with tables as Markdown and check boxes as `[x]` and `[ ]`. All offsets below refer to it. */
  text: string;
  /** A picture without text, which only OCR or a model that reads images can read. */
  scanned: boolean;
  /** The text comes from OCR. */
  recognized?: boolean;
  /** Confidence of OCR over all words, from 0 to 1. */
  confidence?: number;
  /** How far the page had to be turned clockwise to be upright. Boxes are those of the page as displayed. */
  turned?: 90 | 180 | 270;
  /** Language of the text (ISO 639-3). Not set if the text is too short. */
  language?: string;
  /** Number of pictures whose content is not in the text. */
  pictures?: number;
  /** In reading order, not nested. */
  blocks?: Block[];
  /** Every word with its box, for pages of a PDF and images. */
  words?: WordTable;
  /** Paragraphs or cells of the text, for formats without boxes. */
  places?: PlaceTable;
  /** The sheet of a workbook. */
  sheet?: string;
  /** The path of the file inside a container (attachment, entry of an archive), and the page's number in it. */
  part?: { name: string; page: number; kind: DocumentKind };
  image?: { data: Uint8Array; mediaType: string };
};

/**
 * Places of pieces of the text in their file, as a flat list: start, end, then a paragraph from 1 (or 0 for none), or a
 * row and a column from 1. Ascending, not nested.
 */
export type PlaceTable = { kind: 'paragraph' | 'cell'; values: number[] };

export type OutlineEntry = { title: string; page: number; depth: number };

/** A file inside a container. `note` says why it was not read completely. */
export type DocumentPart = { name: string; kind?: DocumentKind; pageCount: number; note?: string };

export type ParsedDocument = {
  kind: DocumentKind;
  /** Pages of the whole document, whichever were requested. */
  pageCount: number;
  pages: DocumentPage[];
  title?: string;
  /** Table of contents of a PDF. */
  outline?: OutlineEntry[];
  /** HTML and DOCX only. */
  markdown?: string;
  /** Only for HTML: the links of the page, each address once. */
  links?: { url: string; text: string }[];
  /** Files inside: attachments of an e-mail, entries of an archive. */
  parts?: DocumentPart[];
  /** What was left out, in sentences for the owner. Empty if everything was read. */
  notes?: string[];
};
