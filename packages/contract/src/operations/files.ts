import { FileContent, FileLimits, RangeHeaders, UploadedFile, UploadForm } from '../files.ts';
import { defineOperations } from '../operation.ts';

export const files = defineOperations('Files', {
  upload: {
    at: 'POST /v1/datasets/files/upload/',
    content: 'rows',
    summary: 'Upload a file',
    description: 'Stores a file. Use its id in run inputs in place of the content.',
    accepts: ['multipart'],
    body: UploadForm,
    responses: { 201: UploadedFile },
    errors: ['storage_failed'],
  },
  limits: {
    at: 'GET /v1/files/limits/',
    summary: 'Limits of uploads',
    description:
      'Returns the maximum size of an upload. Check it first, because the connection of a larger request may be closed before you can read the response.',
    responses: { 200: FileLimits },
  },
  get: {
    at: 'GET /v1/files/:file_id/',
    summary: 'Retrieve a file',
    description: 'Returns the metadata of an uploaded file. The prefix `file_` of the id is optional.',
    textParams: ['file_id'],
    responses: { 200: UploadedFile },
  },
  content: {
    at: 'GET /v1/files/:file_id/content/',
    summary: 'Download a file',
    description: 'Returns the uploaded content, complete or as a single `Range`.',
    textParams: ['file_id'],
    headers: RangeHeaders,
    responses: { 200: FileContent, 206: FileContent },
    errors: ['range_not_satisfiable', 'content_lost', 'storage_failed'],
  },
});
