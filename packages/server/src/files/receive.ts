import { isUtf8 } from 'node:buffer';
import type { IncomingMessage } from 'node:http';
import type { FastifyRequest } from 'fastify';
import { decodeUtf8, FieldTextError, MultipartError, type Part, readBoundary, readParts } from '#http/multipart.ts';
import { bodyChunks } from '#http/peek-multipart.ts';
import { AppError } from '#platform/errors.ts';
import { checkText, JsonError } from '#platform/json.ts';
import { limits } from '#platform/limits.ts';
import { contentKey, type StagedContent, stageContent } from '#platform/storage/put-content.ts';
import { type Storage, StorageLimitError } from '#platform/storage/storage.ts';
import { discardStaged } from './keep-content.ts';
import { blobPrefix, cleanContentType, cleanFileName, type StoredContent } from './model.ts';

/** A staged file. The caller either keeps it (`keepFiles`) or discards it (`discardStaged`). */
export type ReceivedFile = StoredContent &
  StagedContent & {
    field: string;
    name: string;
    contentType: string;
    /** How many text values of the same field came before it. */
    after: number;
  };
export type Received = { fields: [name: string, text: string][]; files: ReceivedFile[] };

export type ReceiveOptions = {
  storage: Storage;
  orgId: string;
  /** Limit for the whole request. */
  limitBytes: number;
  /** Limit for all text fields together, because they are held in memory. */
  textBytesMax: number;
  /** Returns how a field is used. `file`: a file part goes to storage; plain text stays text. */
  wants(field: string): 'file' | 'text' | 'ignore';
};

/**
 * Reads a multipart/form-data request part by part and streams files into storage. Throws a MultipartError for an
 * unreadable body, or payload_too_large. After an error, nothing stays in storage.
 */
export async function receiveParts(request: FastifyRequest, options: ReceiveOptions): Promise<Received> {
  const received: Received = { fields: [], files: [] };
  const empty: ReceivedFile[] = [];
  let textBytes = 0;
  try {
    refuseLargerThan(options.limitBytes, Number(request.headers['content-length'] ?? 0));
    const boundary = readBoundary(request.headers['content-type'] ?? '');
    for await (const part of readParts(readBody(request.raw, options.limitBytes), boundary)) {
      checkPartText(part.name, 'A part’s name');
      const wanted = options.wants(part.name);
      if (wanted === 'ignore') continue;
      if (wanted === 'file' && isFile(part)) {
        const after = received.fields.filter(([name]) => name === part.name).length;
        const file = { ...(await storeFile(part, options)), after };
        // Browsers send an empty part for a file input that was left empty.
        if (part.fileName !== '' || file.size > 0) received.files.push(file);
        else empty.push(file);
      } else {
        const bytes = await readText(part, options.textBytesMax - textBytes);
        textBytes += bytes.length;
        received.fields.push([part.name, readFieldText(part.name, bytes)]);
      }
    }
    await discardStaged(options.storage, empty);
    return received;
  } catch (error) {
    await discardStaged(options.storage, [...empty, ...received.files]);
    await discardRest(request.raw, error, options.limitBytes);
    throw error;
  }
}

const isFile = (part: Part): boolean =>
  part.fileName !== undefined || cleanContentType(part.contentType ?? 'text/plain') === 'application/octet-stream';

async function storeFile(part: Part, options: ReceiveOptions): Promise<Omit<ReceivedFile, 'after'>> {
  const staged = await stageContent(options.storage, part.content, limits.fileBytes).catch((error) => {
    if (!(error instanceof StorageLimitError)) throw error;
    throw new AppError('payload_too_large', { detail: `A file may have at most ${limits.fileBytes} bytes.` });
  });
  return {
    ...staged,
    field: part.name,
    name: cleanFileName(part.fileName ?? ''),
    contentType: cleanContentType(part.contentType),
    storageKey: contentKey(blobPrefix('files', options.orgId), staged.sha256),
  };
}

async function readText(part: Part, bytesMax: number): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of part.content) {
    size += chunk.length;
    if (size > bytesMax)
      throw new AppError('payload_too_large', { detail: 'The text fields of the form are too large.' });
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

function readFieldText(field: string, bytes: Buffer): string {
  if (!isUtf8(bytes)) throw new FieldTextError(field, 'is not valid UTF-8.');
  const text = decodeUtf8(bytes, 'A field');
  if (text.includes('\u0000')) throw new FieldTextError(field, 'contains a NUL character, which is not allowed.');
  return text;
}

function checkPartText(text: string, what: string): string {
  try {
    checkText(text);
  } catch (error) {
    if (error instanceof JsonError) throw new MultipartError(`${what}: ${error.message}`);
    throw error;
  }
  return text;
}

function refuseLargerThan(limitBytes: number, size: number): void {
  if (size > limitBytes) {
    throw new AppError('payload_too_large', { detail: `The request body may have at most ${limitBytes} bytes.` });
  }
}

async function* readBody(raw: IncomingMessage, limitBytes: number): AsyncGenerator<Buffer> {
  let size = 0;
  const chunks = bodyChunks(raw);
  try {
    for (;;) {
      const next = await chunks.next().catch((error: unknown) => {
        throw new MultipartError('The connection closed before the request was complete.', error);
      });
      if (next.done) return;
      size += next.value.length;
      refuseLargerThan(limitBytes, size);
      yield next.value;
    }
  } finally {
    await chunks.return(undefined);
  }
}

const DISCARD_MS = 2_000;

/**
 * Discards the rest of the body, so that the connection can serve the next request. A 413 closes the connection, so we
 * read on for a moment: a client that is still sending would get a reset instead of the response.
 */
async function discardRest(raw: IncomingMessage, error: unknown, bytesMax: number): Promise<void> {
  raw.resume();
  if (!(error instanceof AppError && error.code === 'payload_too_large') || raw.readableEnded || raw.destroyed) return;
  await new Promise<void>((resolve) => {
    const timer = setTimeout(done, DISCARD_MS);
    let left = bytesMax;
    function done(): void {
      clearTimeout(timer);
      resolve();
    }
    raw.on('data', (chunk: Buffer) => {
      left -= chunk.length;
      if (left < 0) done();
    });
    raw.once('end', done);
    raw.once('close', done);
  });
}
