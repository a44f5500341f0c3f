import type { Calls } from './generated/calls/calls.ts';
import type { FilesCalls } from './generated/calls/files.ts';
import { operations } from './generated/operations.ts';
import type { UploadedFile } from './generated/types/files.ts';
import { type FileContent, file, type InputFile, isInputFile } from './input-files.ts';
import { ConnectionError, ValidationError } from './transport/errors.ts';
import type { CallOptions } from './transport/options.ts';
import type { Requester } from './transport/request.ts';
import { streamForm } from './transport/stream-form.ts';

export interface FilesClient extends Omit<FilesCalls, 'upload'> {
  /**
   * Stores a file from a Blob, bytes, a stream or a `file(path)`. Run inputs accept its `id`. A stream is sent as it is
   * read. Browsers cannot do that, so they collect it first.
   */
  upload(content: FileContent | InputFile, name?: string, options?: CallOptions): Promise<UploadedFile>;
  /** Returns the URL and headers for the form, for callers that show progress. */
  uploadTarget(): { url: string; headers: Record<string, string> };
}

export function createFiles({ files }: Calls, request: Requester): FilesClient {
  async function checkSize(bytes: number, options: CallOptions): Promise<void> {
    // If the limit cannot be read, the server refuses the file itself.
    const max = (await files.limits(options).catch(() => undefined))?.upload_bytes_max;
    if (typeof max !== 'number' || bytes <= max) return;
    const message = `The file is too large. The server accepts at most ${Math.floor(max / 1_000_000)} MB.`;
    throw new ValidationError(message, { status: 413, code: 'errand.requests.too_large' });
  }

  return {
    ...files,
    async upload(content, name, options = {}) {
      const given = isInputFile(content) ? content : file(content);
      const fileName = name ?? given.name;
      const opened = await given.open();
      const size = given.size ?? opened.size ?? 0;
      const sent = { bytes: opened instanceof Blob ? opened.size : 0 };
      // Refuses a large file before gigabytes are sent.
      if (size > CHECKED_BYTES) await checkSize(size, options);
      try {
        if (opened instanceof Blob || !sendsStreams()) {
          const form = new FormData();
          form.append('file', opened instanceof Blob ? opened : await collect(opened, given.type), fileName);
          return await files.upload(form, options);
        }
        const { body, headers } = streamForm({ field: 'file', name: fileName, type: given.type }, count(opened, sent));
        const { method, path } = operations.files.upload;
        const all = { ...headers, ...options.headers };
        return await request<UploadedFile>(method, path, { ...options, body, headers: all });
      } catch (error) {
        // A server that refuses a large file closes the connection, and its response is lost. So the size is checked
        // again, including the form around the file.
        if (error instanceof ConnectionError) await checkSize(sent.bytes + FORM_BYTES, options);
        throw error;
      }
    },
    uploadTarget: () => request.prepare(operations.files.upload.path),
  };
}

/** Smaller files are sent without reading the limit first. */
const CHECKED_BYTES = 16 * 1024 * 1024;
const FORM_BYTES = 1_000;

/** True for Node, Bun and Deno. Browsers would need HTTP/2, and some cannot stream at all. */
const sendsStreams = (): boolean =>
  (globalThis as { process?: { versions?: { node?: string } } }).process?.versions?.node !== undefined;

async function* count(content: AsyncIterable<Uint8Array>, sent: { bytes: number }): AsyncGenerator<Uint8Array> {
  for await (const piece of content) {
    sent.bytes += piece.length;
    yield piece;
  }
}

async function collect(content: AsyncIterable<Uint8Array>, type: string): Promise<Blob> {
  const pieces: Uint8Array<ArrayBuffer>[] = [];
  for await (const piece of content) pieces.push(new Uint8Array(piece));
  return new Blob(pieces, { type });
}
