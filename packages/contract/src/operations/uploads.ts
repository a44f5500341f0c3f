import { defineOperations } from '../operation.ts';
import { PresignBody, Presigned, TableUploaded, TableUploadForm, UploadState } from '../tables.ts';

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
    description: 'Runs in the background. Repeating the call has no effect.',
    responses: { 202: UploadState },
    errors: ['invalid_request'],
  },
  get: {
    at: 'GET /v1/tables/upload/:upload_id/status/',
    summary: 'Status of an upload',
    description: 'Returns whether the upload has arrived, is being imported, became a table or failed, and why.',
    responses: { 200: UploadState },
  },
});
