import { defineOperations } from '../operation.ts';
import {
  PresignBody,
  Presigned,
  RejectedRows,
  TableUploaded,
  TableUploadForm,
  UploadCompleteBody,
  UploadState,
} from '../tables.ts';

export const uploads = defineOperations('Tables', {
  create: {
    at: 'POST /v1/tables/upload/',
    content: 'rows',
    summary: 'Create a table from a file',
    description:
      'Accepts CSV (delimiter and types are detected), Parquet, JSON lines or the first sheet of an XLSX file. Use a presigned upload for larger files.',
    accepts: ['multipart'],
    body: TableUploadForm,
    responses: { 201: TableUploaded },
    errors: ['invalid_table', 'storage_failed'],
  },
  start: {
    at: 'POST /v1/tables/upload/presigned-url/',
    summary: 'Get an upload address for a table',
    description: 'Send the file there with PUT, then call complete. For up to 2 GB.',
    body: PresignBody,
    responses: { 201: Presigned },
    errors: ['invalid_table'],
  },
  complete: {
    at: 'POST /v1/tables/upload/:upload_id/complete/',
    summary: 'Import the uploaded file',
    description:
      'Runs in the background. Repeating the call has no effect, unless the import stopped at rows that do not fit.',
    body: UploadCompleteBody,
    responses: { 202: UploadState },
    errors: ['invalid_request'],
  },
  rejects: {
    at: 'GET /v1/tables/upload/:upload_id/rejects/',
    summary: 'Rows that an import left out',
    description: 'A CSV file with the number of each row and the columns that did not fit. Kept as long as the upload.',
    responses: { 200: RejectedRows },
  },
  get: {
    at: 'GET /v1/tables/upload/:upload_id/status/',
    summary: 'Status of an upload',
    description: 'Returns whether the upload has arrived, is being imported, became a table or failed, and why.',
    responses: { 200: UploadState },
  },
});
