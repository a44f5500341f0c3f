// Made from packages/contract by `npm run generate`. Change the contract, not this file.

export type FileLimits = {
  /** Maximum size of a request that contains a file. */
  upload_bytes_max: number;
};

export type RangeHeaders = {
  /** A single byte range. */
  Range?: string;
};

export type UploadForm = {
  /** The content, with its file name. */
  file: Uint8Array;
  dataset_id?: string;
  organization_id?: string;
  /** A JSON object as text. */
  metadata?: string;
};

export type UploadedFile = {
  /** Use this id in run inputs and SQL file columns. */
  id: string;
  file_id: string;
  name: string;
  content_type: string;
  /** Bytes. */
  size: number;
  dataset_id: string | null;
  metadata: Record<string, unknown> | null;
  created_at: string;
};
