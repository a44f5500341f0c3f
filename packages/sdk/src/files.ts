import type { Calls } from './generated/calls/calls.ts';
import type { FilesCalls } from './generated/calls/files.ts';
import { operations } from './generated/operations.ts';
import type { UploadedFile } from './generated/types/files.ts';
import { type FileContent, file, type InputFile, isInputFile } from './input-files.ts';
import type { CallOptions } from './transport/options.ts';
import type { Requester } from './transport/request.ts';
import { streamForm } from './transport/stream-form.ts';

export interface FilesClient extends Omit<FilesCalls, 'upload'> {
  /**
   * Stores a file from a Blob, bytes, a stream, or what `file(path)` made. Run inputs accept its `id`. A stream is sent as
   * it is read; browsers, which cannot do that, collect it first.
   */
  upload(content: FileContent | InputFile, name?: string, options?: CallOptions): Promise<UploadedFile>;
  /** Where and with which headers to send the form, for callers that show progress. */
  uploadTarget(): { url: string; headers: Record<string, string> };
}

export function createFiles({ files }: Calls, request: Requester): FilesClient {
  return {
    ...files,
    async upload(content, name, options = {}) {
      const given = isInputFile(content) ? content : file(content);
      const fileName = name ?? given.name;
      const opened = await given.open();
      if (opened instanceof Blob || !sendsStreams()) {
        const form = new FormData();
        form.append('file', opened instanceof Blob ? opened : await collect(opened, given.type), fileName);
        return files.upload(form, options);
      }
      const { body, headers } = streamForm({ field: 'file', name: fileName, type: given.type }, opened);
      const { method, path } = operations.files.upload;
      return request(method, path, { ...options, body, headers: { ...headers, ...options.headers } });
    },
    uploadTarget: () => request.prepare(operations.files.upload.path),
  };
}

/** Node, Bun and Deno. Browsers would need HTTP/2, and some cannot at all. */
const sendsStreams = (): boolean =>
  (globalThis as { process?: { versions?: { node?: string } } }).process?.versions?.node !== undefined;

async function collect(content: AsyncIterable<Uint8Array>, type: string): Promise<Blob> {
  const pieces: Uint8Array<ArrayBuffer>[] = [];
  for await (const piece of content) pieces.push(new Uint8Array(piece));
  return new Blob(pieces, { type });
}
