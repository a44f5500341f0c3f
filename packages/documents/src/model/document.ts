import type { Block } from './blocks.ts';
import type { WordTable } from './words.ts';

// Documents as engines see them: pages with a text that keeps tables and check boxes, blocks in reading order, words
// with boxes, images of pages. Files are untrusted, so they are read in a process of their own (process/), which can run
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
  /** From 1. Sheets of a workbook and slides are pages; what has no pages is one. */
  number: number;
  width: number;
  height: number;
  /** In reading order; tables as Markdown, check boxes as `[x]` and `[ ]`. Everything below counts in its characters. */
  text: string;
  /** A picture without text: only OCR or a model that reads images can read it. */
  scanned: boolean;
  /** The text comes from OCR. */
  recognized?: boolean;
  /** Of the recognition, 0 to 1, over all words. */
  confidence?: number;
  /** How far the page had to be turned clockwise to be read; boxes are of the page as it is seen. */
  turned?: 90 | 180 | 270;
  /** ISO 639-3, by the text; left out when there is too little of it. */
  language?: string;
  /** Pictures on it whose content is not in the text. */
  pictures?: number;
  /** In reading order, none inside another. */
  blocks?: Block[];
  /** Pages of a PDF and images: every word with its box. */
  words?: WordTable;
  /** What the numbers of places mean where there are no boxes. */
  places?: PlaceTable;
  /** The sheet of a workbook. */
  sheet?: string;
  /** The file inside a container (attachment, entry of an archive), by its path, and the page's number in it. */
  part?: { name: string; page: number; kind: DocumentKind };
  image?: { data: Uint8Array; mediaType: string };
};

/**
 * Where pieces of the text stand in their file, flat: start, end, then a paragraph from 1 (0), or a row and a column
 * from 1. Rising, none inside another.
 */
export type PlaceTable = { kind: 'paragraph' | 'cell'; values: number[] };

export type OutlineEntry = { title: string; page: number; depth: number };

/** A file inside a container; `note` says why it was not read, or not all of it. */
export type DocumentPart = { name: string; kind?: DocumentKind; pageCount: number; note?: string };

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
  /** Files inside: attachments of an e-mail, entries of an archive. */
  parts?: DocumentPart[];
  /** What was left out, in sentences for the owner; empty when everything was read. */
  notes?: string[];
};
