// Made from packages/contract by `npm run generate`. Change the contract, not this file.

import type { CallOptions } from '../../transport/options.ts';
import type { PresignBody, Presigned, TableUploaded, UploadState } from '../types/workspace.ts';

export interface UploadsCalls {
  /**
   * Make a table of a file. CSV (delimiter and types are found out), Parquet, JSON lines or the first sheet of an
   * XLSX file. Larger files take the presigned way.
   */
  create(body: FormData, options?: CallOptions): Promise<TableUploaded>;
  /**
   * Get an address that takes the bytes of a table. Send the file there with PUT, then call complete. For up to 2
   * GB.
   */
  start(body: PresignBody, options?: CallOptions): Promise<Presigned>;
  /** Import what was sent to the address. Goes on in the background. Asking twice changes nothing. */
  complete(uploadId: string, options?: CallOptions): Promise<UploadState>;
  /**
   * How far an upload is. Whether the bytes have arrived, are being imported, have become a table or failed, and
   * why.
   */
  get(uploadId: string, options?: CallOptions): Promise<UploadState>;
}
