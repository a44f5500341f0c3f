import type { DocumentKind, DocumentPart } from '../model/document.ts';
import { limits, type ParseRequest } from '../model/request.ts';
import { UnreadableFile } from '../model/unreadable-file.ts';
import type { Emit, ReadPart } from './reader.ts';

// Reads files inside a file: attachments of an e-mail, entries of an archive, and files inside those. They share limits
// of bytes, files and depth, so that nested archives end. A part that cannot be read is listed with its reason, and the
// others are read.

export const containerLimits = { depth: 6, parts: 500 } as const;

export type Part = { name: string; contentType: string; content: Buffer };

/** The remaining budget for everything inside the outermost file. */
export type Budget = { bytes: number; parts: number };
export const newBudget = (): Budget => ({ bytes: limits.unpackedBytesMax, parts: containerLimits.parts });

export type PartReading = {
  request: ParseRequest;
  emit: Emit;
  readPart: ReadPart;
  /** Pages that were emitted before the first part. */
  pagesBefore: number;
  /** The container's path in the outermost file. Empty for that file itself. */
  path: string;
  depth: number;
  budget: Budget;
};

/** Reads the parts one after the other. Pages are numbered consecutively, and each names its part. */
export async function readParts(
  parts: Iterable<Part | { name: string; note: string }>,
  { request, emit, readPart, pagesBefore, path, depth, budget }: PartReading,
): Promise<{ pageCount: number; parts: DocumentPart[] }> {
  const listed: DocumentPart[] = [];
  let pageCount = pagesBefore;
  for (const part of parts) {
    const name = path === '' ? part.name : `${path}/${part.name}`;
    if ('note' in part) {
      listed.push({ name, pageCount: 0, note: part.note });
      continue;
    }
    const refusal = refuse(part, depth, budget);
    if (refusal !== undefined) {
      listed.push({ name, pageCount: 0, note: refusal });
      continue;
    }
    const before = pageCount;
    const wanted = request.pages?.filter((page) => page > before).map((page) => page - before);
    try {
      const read = await readPart(
        part.content,
        { ...request, name: part.name, contentType: part.contentType, pages: wanted },
        (page, kind) =>
          emit({ ...page, number: page.number + before, part: page.part ?? { name, page: page.number, kind } }),
        { path: name, depth: depth + 1, budget },
      );
      pageCount += read.pageCount;
      listed.push({ name, kind: read.kind, pageCount: read.ownPages, ...noteOf(read.notes) }, ...(read.parts ?? []));
    } catch (error) {
      // Pages that were emitted before the part failed keep their numbers.
      listed.push({ name, pageCount: 0, note: `'${name}' ${sentenceOf(error)}` });
    }
  }
  return { pageCount, parts: listed };
}

function refuse({ name, content }: Part, depth: number, budget: Budget): string | undefined {
  budget.parts -= 1;
  budget.bytes -= content.length;
  if (depth >= containerLimits.depth)
    return `'${name}' was not read: files in files are read at most ${containerLimits.depth} levels deep.`;
  if (budget.parts < 0) return `'${name}' was not read: at most ${containerLimits.parts} files inside a file are read.`;
  if (budget.bytes < 0)
    return `'${name}' was not read: the files inside have more than ${limits.unpackedBytesMax / 1024 ** 2} MB together.`;
  return undefined;
}

const noteOf = (notes: string[] | undefined): { note?: string } =>
  notes === undefined || notes.length === 0 ? {} : { note: notes.join(' ') };

function sentenceOf(error: unknown): string {
  if (error instanceof UnreadableFile) return error.message;
  // Running out of memory does not concern only one part.
  if (error instanceof RangeError && !/call stack/i.test(error.message)) throw error;
  return 'could not be read: it is damaged or has an unsupported format.';
}

/** Whether files of this kind contain other files. */
export const isContainer = (kind: DocumentKind): boolean => kind === 'email' || kind === 'archive';
