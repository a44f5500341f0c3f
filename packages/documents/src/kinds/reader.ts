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
 * Loads all that reading this kind of file takes. It happens before the process gives its rights away; afterwards there
 * may be nothing that it can load. So it looks at the content only as far as code of our own does.
 */
export type LoadReader = (request: ParseRequest, content: Buffer) => Promise<Reader>;

/** The file cannot be read, in a sentence for its owner that starts after its name: `is empty.` */
export class UnreadableFile extends Error {}
