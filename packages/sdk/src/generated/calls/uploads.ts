// Made from packages/contract by `npm run generate`. Change the contract, not this file.

import type { CallOptions, KeyedOptions } from '../../transport/options.ts';
import type { PresignBody, Presigned, TableUploaded, UploadCompleteBody, UploadState } from '../types/tables.ts';

export interface UploadsCalls {
  /**
   * Create a table from a file. Accepts CSV (delimiter and types are detected), Parquet, JSON lines or the first
   * sheet of an XLSX file. Use a presigned upload for larger files.
   */
  create(body: FormData, options?: KeyedOptions): Promise<TableUploaded>;
  /** Get an upload address for a table. Send the file there with PUT, then call complete. For up to 2 GB. */
  start(body: PresignBody, options?: KeyedOptions): Promise<Presigned>;
  /**
   * Import the uploaded file. Runs in the background. Repeating the call has no effect, unless the import stopped
   * at rows that do not fit.
   */
  complete(uploadId: string, body?: UploadCompleteBody, options?: CallOptions): Promise<UploadState>;
  /**
   * Rows that an import left out. A CSV file with the number of each row and the columns that did not fit. Kept as
   * long as the upload.
   */
  rejects(uploadId: string, options?: CallOptions): Promise<Blob>;
  /**
   * Status of an upload. Returns whether the upload has arrived, is being imported, became a table or failed, and
   * why.
   */
  get(uploadId: string, options?: CallOptions): Promise<UploadState>;
}
