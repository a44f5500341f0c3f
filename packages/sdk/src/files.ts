import type { Requester } from './request.ts';
import type { JsonObject } from './values.ts';

export type UploadedFile = {
  /** What run inputs take. */
  id: string;
  file_id: string;
  name: string;
  content_type: string;
  size: number;
  dataset_id: string | null;
  metadata: JsonObject | null;
  created_at: string;
};

export function createFiles(request: Requester) {
  return {
    async upload(file: Blob, name: string, signal?: AbortSignal): Promise<UploadedFile> {
      const form = new FormData();
      form.append('file', file, name);
      return request<UploadedFile>('POST', UPLOAD_PATH, { body: form, signal });
    },
    /** Where and with which headers to send the form, for callers that want to show progress. */
    uploadTarget: () => request.prepare(UPLOAD_PATH),
  };
}

const UPLOAD_PATH = '/v1/datasets/files/upload/';
