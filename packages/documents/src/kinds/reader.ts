import type { DocumentPage, ParsedDocument } from '../model/document.ts';
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

/** The file cannot be read, in a sentence for its owner that starts after its name: `is empty.` */
export class UnreadableFile extends Error {}
