// Made from packages/contract by `npm run generate`. Change the contract, not this file.

import type { CallOptions } from '../../transport/options.ts';
import type { UploadedFile } from '../types/files.ts';

export interface FilesCalls {
  /**
   * Upload a file. Stores a file of the organization. Its id is what run inputs take instead of the bytes.
   */
  upload(body: FormData, options?: CallOptions): Promise<UploadedFile>;
  /** Show a file. What is known about an uploaded file. The id is taken with or without `file_`. */
  get(fileId: string | number, options?: CallOptions): Promise<UploadedFile>;
  /** Download a file. The bytes as they were uploaded, whole or as one `Range`. */
  content(fileId: string | number, options?: CallOptions): Promise<Blob>;
}
