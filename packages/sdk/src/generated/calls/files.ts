// Made from packages/contract by `npm run generate`. Change the contract, not this file.

import type { CallOptions, KeyedOptions } from '../../transport/options.ts';
import type { FileLimits, UploadedFile } from '../types/files.ts';

export interface FilesCalls {
  /** Upload a file. Stores a file. Use its id in run inputs in place of the content. */
  upload(body: FormData, options?: KeyedOptions): Promise<UploadedFile>;
  /**
   * Limits of uploads. Returns the maximum size of an upload. Check it first, because the connection of a larger
   * request may be closed before you can read the response.
   */
  limits(options?: CallOptions): Promise<FileLimits>;
  /** Retrieve a file. Returns the metadata of an uploaded file. The prefix `file_` of the id is optional. */
  get(fileId: string | number, options?: CallOptions): Promise<UploadedFile>;
  /** Download a file. Returns the uploaded content, complete or as a single `Range`. */
  content(fileId: string | number, options?: CallOptions): Promise<Blob>;
}
