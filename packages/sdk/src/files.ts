import type { Calls } from './generated/calls/calls.ts';
import type { FilesCalls } from './generated/calls/files.ts';
import { operations } from './generated/operations.ts';
import type { UploadedFile } from './generated/types/files.ts';
import type { CallOptions } from './transport/options.ts';
import type { Requester } from './transport/request.ts';

export interface FilesClient extends Omit<FilesCalls, 'upload'> {
  /** Stores a file. Run inputs accept its `id`. */
  upload(file: Blob, name: string, options?: CallOptions): Promise<UploadedFile>;
  /** Where and with which headers to send the form, for callers that show progress. */
  uploadTarget(): { url: string; headers: Record<string, string> };
}

export function createFiles({ files }: Calls, request: Requester): FilesClient {
  return {
    ...files,
    upload(file, name, options) {
      const form = new FormData();
      form.append('file', file, name);
      return files.upload(form, options);
    },
    uploadTarget: () => request.prepare(operations.files.upload.path),
  };
}
