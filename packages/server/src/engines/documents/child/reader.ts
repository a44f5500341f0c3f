import type { DocumentPage, ParsedDocument, ParseRequest } from '../model.ts';

export type Emit = (page: DocumentPage) => void;

/** Reads one kind of file: emits its pages, gives what else there is to say of it. */
export type Reader = (
  content: Buffer,
  request: ParseRequest,
  emit: Emit,
) => Promise<Omit<ParsedDocument, 'pages' | 'kind'>>;

/** The file cannot be read, in a sentence for its owner that starts after its name: `is empty.` */
export class UnreadableFile extends Error {}
