// Made from packages/contract by `npm run generate`. Change the contract, not this file.

import type { CallOptions } from '../../transport/options.ts';
import type { FileLimits, UploadedFile } from '../types/files.ts';

export interface FilesCalls {
  /** Upload a file. Stores a file of the organization. Run inputs accept its id instead of the bytes. */
  upload(body: FormData, options?: CallOptions): Promise<UploadedFile>;
  /**
   * Limits of uploads. How large a file may be: a request that is too large may be cut off before its response is
   * read.
   */
  limits(options?: CallOptions): Promise<FileLimits>;
  /** Show a file. Metadata of an uploaded file. The id may have the prefix `file_` or not. */
  get(fileId: string | number, options?: CallOptions): Promise<UploadedFile>;
  /** Download a file. The bytes as they were uploaded, whole or as one `Range`. */
  content(fileId: string | number, options?: CallOptions): Promise<Blob>;
}
