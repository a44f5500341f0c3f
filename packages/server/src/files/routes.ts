import { FileContent, RangeHeaders, UploadedFile, UploadForm } from '@errand/contract/files.ts';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { bodyKind } from '#http/body.ts';
import { endpoint } from '#http/endpoint.ts';
import type { Database } from '#platform/db.ts';
import { notFound } from '#platform/errors.ts';
import { parseFileId } from '#platform/ids.ts';
import { limits } from '#platform/limits.ts';
import type { Storage } from '#platform/storage/storage.ts';
import { discardStaged, keepFiles } from './keep-content.ts';
import type { File } from './model.ts';
import { receiveParts } from './receive.ts';
import { sendContent } from './send-content.ts';
import { getFile } from './store.ts';
import { readUpload } from './upload.ts';

type Options = { database: Database; storage: Storage };

// The text fields of an upload are a few names and a small JSON object.
const TEXT_BYTES_MAX = 1024 * 1024;
const WANTED: Record<string, 'file' | 'text'> = {
  file: 'file',
  dataset_id: 'text',
  organization_id: 'text',
  metadata: 'text',
};

export function addFileRoutes(app: FastifyInstance, { database, storage }: Options): void {
  endpoint(app, {
    method: 'POST',
    path: '/v1/datasets/files/upload/',
    summary: 'Upload a file',
    description: 'Stores a file of the organization. Its id is what run inputs take instead of the bytes.',
    tag: 'Files',
    accepts: ['multipart'],
    body: UploadForm,
    responses: { 201: UploadedFile },
    errors: ['storage_failed'],
    async handler(request, reply) {
      const { orgId, userId } = request.caller;
      const received = await receive(request);
      try {
        const upload = readUpload(received, orgId);
        const [file] = await keepFiles(database.tenant(orgId), storage, orgId, [{ ...upload, creatorId: userId }]);
        return reply.code(201).send(toBody(file!));
      } finally {
        await discardStaged(storage, received.files);
      }
    },
  });

  endpoint(app, {
    method: 'GET',
    path: '/v1/files/:file_id/',
    summary: 'Show a file',
    description: 'What is known about an uploaded file. The id is taken with or without `file_`.',
    tag: 'Files',
    textParams: ['file_id'],
    responses: { 200: UploadedFile },
    load,
    async handler(_request, _reply, file) {
      return toBody(file);
    },
  });

  endpoint(app, {
    method: 'GET',
    path: '/v1/files/:file_id/content/',
    summary: 'Download a file',
    description: 'The bytes as they were uploaded, whole or as one `Range`.',
    tag: 'Files',
    textParams: ['file_id'],
    headers: RangeHeaders,
    responses: { 200: FileContent, 206: FileContent },
    errors: ['range_not_satisfiable', 'storage_failed'],
    load,
    handler: (request, reply, file) =>
      sendContent(request, reply, storage, { ...file, fileName: file.name, download: true, etag: file.sha256 }),
  });

  async function receive(request: FastifyRequest) {
    if (bodyKind(request) !== 'multipart') return { fields: [], files: [] };
    const wants = (field: string) => (Object.hasOwn(WANTED, field) ? WANTED[field]! : 'ignore');
    const options = {
      storage,
      orgId: request.caller.orgId,
      limitBytes: limits.bodyBytes,
      textBytesMax: TEXT_BYTES_MAX,
      wants,
    };
    return receiveParts(request, options);
  }

  async function load(request: FastifyRequest): Promise<File> {
    const { orgId } = request.caller;
    const fileId = parseFileId((request.params as { file_id: string }).file_id);
    if (fileId === undefined) throw notFound('file');
    return getFile(database.tenant(orgId), orgId, fileId);
  }
}

function toBody(file: File) {
  return {
    id: `file_${file.id}`,
    file_id: file.id,
    name: file.name,
    content_type: file.contentType,
    size: file.size,
    dataset_id: file.datasetId,
    metadata: file.metadata,
    created_at: file.createdAt.toISOString(),
  };
}
