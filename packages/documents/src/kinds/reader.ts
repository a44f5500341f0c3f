import type { DocumentKind, DocumentPage, ParsedDocument } from '../model/document.ts';
import type { ParseRequest } from '../model/request.ts';

export type Emit = (page: DocumentPage) => void;

/** Reads one kind of file: emits its pages and returns everything else. */
export type Reader = (
  content: Buffer,
  request: ParseRequest,
  emit: Emit,
) => Promise<Omit<ParsedDocument, 'pages' | 'kind'>>;

/**
 * Loads everything that this kind of file needs. It runs before the process gives up its rights, because afterwards
 * nothing may be loadable. So only our own code may look at the content here.
 */
export type LoadReader = (request: ParseRequest, content: Buffer) => Promise<Reader>;

/** Reads a file of any kind inside a container. `ownPages` does not include pages of files inside it. */
export type ReadPart = (
  content: Buffer,
  request: ParseRequest,
  emit: (page: DocumentPage, kind: DocumentKind) => void,
  inside: Inside,
) => Promise<Omit<ParsedDocument, 'pages'> & { ownPages: number }>;

/** The container's path in the outermost file, and its remaining budget. */
export type Inside = { path: string; depth: number; budget: { bytes: number; parts: number } };

/** Reads a file that contains others. */
export type ContainerReader = (
  content: Buffer,
  request: ParseRequest,
  emit: Emit,
  context: { readPart: ReadPart; inside?: Inside },
) => Promise<Omit<ParsedDocument, 'pages' | 'kind'> & { ownPages: number }>;
