import type { FastifyInstance, FastifyRequest } from 'fastify';
import { AppError } from '#platform/errors.ts';
import { isUuid, newId } from '#platform/ids.ts';
import { StorageLimitError } from '#platform/storage/storage.ts';
import type { Workspace } from './runtime.ts';
import { findOpenUpload, UPLOAD_BYTES_MAX, updateUploadContent } from './tables/uploads-store.ts';

/**
 * Adds the address of a presigned upload. It acts like a storage that receives the bytes itself, so it is not an
 * operation of the API: it takes no credential and any content type.
 */
export function addUploadTarget(
  app: FastifyInstance,
  { database, storage }: Workspace,
  hashToken: (token: string) => Buffer,
): void {
  void app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    // The body is not parsed, because the handler streams it.
    scope.addContentTypeParser('*', (_request, _payload, done) => done(null));
    scope.route({
      method: 'PUT',
      url: '/v1/tables/upload/:upload_id/content/:token/',
      bodyLimit: UPLOAD_BYTES_MAX,
      async handler(request, reply) {
        const { upload_id: id, token } = request.params as { upload_id: string; token: string };
        const upload = isUuid(id) ? await findOpenUpload(database.system, id, hashToken(token)) : undefined;
        if (upload === undefined)
          throw new AppError('not_found', {
            detail: 'This upload address is not valid or has expired. Start a new upload.',
          });
        refuse(Number(request.headers['content-length'] ?? 0));
        const key = `uploads/${upload.orgId}/${newId()}`;
        const { size } = await storage.put(key, readBytes(request)).catch((error: unknown) => {
          throw error instanceof StorageLimitError ? new AppError('payload_too_large') : error;
        });
        if (!(await updateUploadContent(database.system, id, { key, size })))
          throw new AppError('conflict', { detail: 'The import has already started.' });
        return reply.code(200).send({});
      },
    });
  });
}

function refuse(size: number): void {
  if (size > UPLOAD_BYTES_MAX)
    throw new AppError('payload_too_large', {
      detail: `An uploaded table may have at most ${UPLOAD_BYTES_MAX} bytes.`,
    });
}

async function* readBytes(request: FastifyRequest): AsyncGenerator<Buffer> {
  let size = 0;
  for await (const chunk of request.raw as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > UPLOAD_BYTES_MAX) throw new StorageLimitError(UPLOAD_BYTES_MAX);
    yield chunk;
  }
}
