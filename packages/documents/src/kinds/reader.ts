import type { DocumentKind, DocumentPage, ParsedDocument } from '../model/document.ts';
import type { ParseRequest } from '../model/request.ts';

export type Emit = (page: DocumentPage) => void;

/** Reads one kind of file: emits its pages, gives what else there is to say of it. */
export type Reader = (
  content: Buffer,
  request: ParseRequest,
  emit: Emit,
) => Promise<Omit<ParsedDocument, 'pages' | 'kind'>>;

/**
 * Loads everything that this kind of file needs. It runs before the process gives up its rights, because afterwards the
 * process may be unable to load anything. So it may look at the content only with our own code.
 */
export type LoadReader = (request: ParseRequest, content: Buffer) => Promise<Reader>;

/** Reads a file inside a container, whatever it is. `ownPages`: without those of files inside it. */
export type ReadPart = (
  content: Buffer,
  request: ParseRequest,
  emit: (page: DocumentPage, kind: DocumentKind) => void,
  inside: Inside,
) => Promise<Omit<ParsedDocument, 'pages'> & { ownPages: number }>;

/** Where in the outermost file a container is, and what is left for it. */
export type Inside = { path: string; depth: number; budget: { bytes: number; parts: number } };

/** Reads a file that holds others. */
export type ContainerReader = (
  content: Buffer,
  request: ParseRequest,
  emit: Emit,
  context: { readPart: ReadPart; inside?: Inside },
) => Promise<Omit<ParsedDocument, 'pages' | 'kind'> & { ownPages: number }>;

/** The file cannot be read, in a sentence for its owner that starts after its name: `is empty.` */
export class UnreadableFile extends Error {}
