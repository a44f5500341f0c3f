import { operations } from '@errand/contract/operations/operations.ts';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { bodyKind } from '#http/body.ts';
import { endpoint } from '#http/endpoint.ts';
import { type At, sent } from '#http/endpoint-options.ts';
import { serveRoutes } from '#http/service.ts';
import { claimFor } from '#platform/claims.ts';
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

export const service = serveRoutes(addFileRoutes);

function addFileRoutes(app: FastifyInstance, { database, storage }: Options): void {
  endpoint(app, operations.files.upload, {
    readBody: ({ request }) => receive(request),
    async handler({ caller, body: received }) {
      const { orgId, userId } = caller;
      try {
        const upload = readUpload(received, orgId);
        const db = database.tenant(orgId);
        const [file] = await keepFiles(db, storage, orgId, [{ ...upload, creatorId: userId }], claimFor(caller));
        return toBody(file!);
      } finally {
        await discardStaged(storage, received.files);
      }
    },
  });

  endpoint(app, operations.files.limits, {
    handler: () => ({ upload_bytes_max: Math.min(limits.bodyBytes, limits.fileBytes) }),
  });

  endpoint(app, operations.files.get, { load, handler: ({ resource }) => toBody(resource) });

  endpoint(app, operations.files.content, {
    load,
    async handler({ request, reply, resource: file }) {
      const content = { ...file, fileName: file.name, download: true, etag: file.sha256 };
      return sent(await sendContent(request, reply, storage, content));
    },
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

  async function load({ caller: { orgId }, params }: At<'file_id'>): Promise<File> {
    const fileId = parseFileId(params.file_id);
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
