import { FileContent, FileLimits, RangeHeaders, UploadedFile, UploadForm } from '../files.ts';
import { defineOperations } from '../operation.ts';

const tag = 'Files';

export const files = defineOperations({
  upload: {
    method: 'POST',
    path: '/v1/datasets/files/upload/',
    tag,
    summary: 'Upload a file',
    description: 'Stores a file of the organization. Run inputs accept its id instead of the bytes.',
    accepts: ['multipart'],
    body: UploadForm,
    responses: { 201: UploadedFile },
    errors: ['storage_failed'],
  },
  limits: {
    method: 'GET',
    path: '/v1/files/limits/',
    tag,
    summary: 'Limits of uploads',
    description: 'How large a file may be: a request that is too large may be cut off before its response is read.',
    responses: { 200: FileLimits },
  },
  get: {
    method: 'GET',
    path: '/v1/files/:file_id/',
    tag,
    summary: 'Show a file',
    description: 'Metadata of an uploaded file. The id may have the prefix `file_` or not.',
    textParams: ['file_id'],
    responses: { 200: UploadedFile },
  },
  content: {
    method: 'GET',
    path: '/v1/files/:file_id/content/',
    tag,
    summary: 'Download a file',
    description: 'The bytes as they were uploaded, whole or as one `Range`.',
    textParams: ['file_id'],
    headers: RangeHeaders,
    responses: { 200: FileContent, 206: FileContent },
    errors: ['range_not_satisfiable', 'content_lost', 'storage_failed'],
  },
});
