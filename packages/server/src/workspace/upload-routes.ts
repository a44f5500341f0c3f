import { createHash, randomBytes } from 'node:crypto';
import type { FieldErrors } from '@errand/contract/errors.ts';
import { operations } from '@errand/contract/operations/operations.ts';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { discardStaged } from '#files/keep-content.ts';
import { type Received, receiveParts } from '#files/receive.ts';
import { baseUrl } from '#http/base-url.ts';
import { bodyKind } from '#http/body.ts';
import { endpoint } from '#http/endpoint.ts';
import { type At, sent } from '#http/endpoint-options.ts';
import { toBoolean } from '#http/validate.ts';
import type { Caller } from '#platform/caller.ts';
import { claimFor } from '#platform/claims.ts';
import type { Transactor } from '#platform/db.ts';
import { AppError, invalidFields, notFound } from '#platform/errors.ts';
import { databaseNow, isUuid, newId } from '#platform/ids.ts';
import { limits } from '#platform/limits.ts';
import { uploadAnswer } from './answers.ts';
import { badRowModes } from './model/import-report.ts';
import { TABLE_NAME_CHARACTERS_MAX } from './model/table.ts';
import type { Workspace } from './runtime.ts';
import { checkNewName, type Import, importTable } from './tables/import-table.ts';
import { summaryOf } from './tables/importer.ts';
import {
  beginImport,
  findRejects,
  findUpload,
  insertUpload,
  UPLOAD_BYTES_MAX,
  type UploadRow,
} from './tables/uploads-store.ts';
import { addUploadTarget } from './upload-target-routes.ts';

const TEXT_BYTES_MAX = 64 * 1024;
const HOUR_MS = 3_600_000;
const wanted = {
  file: 'file',
  table_name: 'text',
  with_headers: 'text',
  on_bad_rows: 'text',
  organization_id: 'text',
  // Some clients send metadata with every upload. It is accepted and ignored here.
  metadata: 'text',
} as const;

export function addUploadRoutes(app: FastifyInstance, workspace: Workspace): void {
  const { database, storage, importer, expectQuery } = workspace;

  endpoint(app, operations.uploads.create, {
    readBody({ request }) {
      // Start the import process while the file arrives.
      expectQuery();
      return receive(request);
    },
    async handler({ caller, body: received }) {
      try {
        const form = readForm(received, caller.orgId);
        const imported = await importTable(workspace.imports, caller, form);
        const { rejected } = imported;
        return {
          table_name: form.tableName,
          organization_id: caller.orgId,
          summary: summaryOf(imported),
          ...(rejected && { rejected_csv: rejected.csv }),
        };
      } finally {
        // The table has its own segments, so the uploaded file is no longer needed.
        await discardStaged(storage, received.files);
      }
    },
  });

  endpoint(app, operations.uploads.start, {
    async handler({ caller, body, request }) {
      refuseOtherOrganization(body.organization_id ?? '', caller.orgId);
      const db = database.tenant(caller.orgId);
      await checkNewName(db, caller.orgId, body.table_name);
      expectQuery();
      const { id, token, expiresAt } = await createUpload(db, caller, body);
      return {
        upload_id: id,
        upload_url: `${baseUrl(request)}/v1/tables/upload/${id}/content/${token}/`,
        upload_method: 'PUT',
        headers: { 'Content-Type': body.content_type || 'application/octet-stream' },
        expires_at: expiresAt.toISOString(),
        max_bytes: UPLOAD_BYTES_MAX,
      };
    },
  });

  endpoint(app, operations.uploads.complete, {
    load,
    async handler({ caller: { orgId }, body, resource: upload }) {
      const db = database.tenant(orgId);
      if (upload.status === 'PENDING' || upload.status === 'STOPPED') {
        if (
          !(await beginImport(db, orgId, upload.id, body?.on_bad_rows ?? 'text')) &&
          (await findUpload(db, orgId, upload.id))?.status === 'PENDING'
        )
          throw new AppError('invalid_request', {
            detail: 'No content has been sent to the upload address. Send it first.',
          });
        importer.wake();
      }
      // The import may already have ended, but the response states that it started.
      return { ...uploadAnswer(upload), status: 'IMPORTING', summary: null, error: null };
    },
  });

  endpoint(app, operations.uploads.get, { load, handler: ({ resource }) => uploadAnswer(resource) });

  endpoint(app, operations.uploads.rejects, {
    load,
    async handler({ caller: { orgId }, resource: { id, tableName }, reply }) {
      const csv = await findRejects(database.tenant(orgId), orgId, id);
      if (csv === undefined) throw notFound('rejected rows of this upload');
      reply.header('content-disposition', `attachment; filename="${tableName}-rejects.csv"`);
      return sent(reply.type('text/csv; charset=utf-8').send(csv));
    },
  });

  addUploadTarget(app, workspace, hashToken);

  async function load({ caller: { orgId }, params }: At<'upload_id'>): Promise<UploadRow> {
    const upload = await findUpload(database.tenant(orgId), orgId, params.upload_id);
    if (upload === undefined) throw notFound('upload');
    return upload;
  }

  async function receive(request: FastifyRequest): Promise<Received> {
    if (bodyKind(request) !== 'multipart') return { fields: [], files: [] };
    return receiveParts(request, {
      storage,
      orgId: request.caller.orgId,
      limitBytes: limits.bodyBytes,
      textBytesMax: TEXT_BYTES_MAX,
      wants: (field) => (Object.hasOwn(wanted, field) ? wanted[field as keyof typeof wanted] : 'ignore'),
    });
  }
}

async function createUpload(
  db: Transactor,
  caller: Caller,
  { table_name: tableName, with_headers }: { table_name: string; with_headers?: boolean | null | undefined },
): Promise<{ id: string; token: string; expiresAt: Date }> {
  const { orgId, userId: creatorId, keyId } = caller;
  const withHeaders = with_headers ?? true;
  const [id, token] = [newId(), randomBytes(24).toString('base64url')];
  const expiresAt = new Date(databaseNow() + HOUR_MS);
  await db.tx(async (tx) => {
    await claimFor(caller)?.(tx);
    await insertUpload(tx, orgId, {
      ...{ id, tableName, withHeaders, tokenHash: hashToken(token), expiresAt, creatorId, keyId },
    });
  });
  return { id, token, expiresAt };
}

const hashToken = (token: string): Buffer => createHash('sha256').update(token).digest();

function refuseOtherOrganization(given: string, orgId: string): void {
  if (given === '' || given.toLowerCase() === orgId) return;
  throw invalidFields({
    organization_id: isUuid(given) ? 'This credential belongs to another organization.' : 'Not a UUID.',
  });
}

function readForm({ fields, files }: Received, orgId: string): Import {
  const form = new Map(fields);
  refuseOtherOrganization(form.get('organization_id') ?? '', orgId);
  const errors: FieldErrors = {};
  const tableName = form.get('table_name') ?? '';
  if (tableName === '') errors.table_name = ['This field is required.'];
  else if (tableName.length > TABLE_NAME_CHARACTERS_MAX)
    errors.table_name = [`May have at most ${TABLE_NAME_CHARACTERS_MAX} characters.`];
  if (form.has('file')) errors.file = ['Send the content as a file part, with a file name.'];
  else if (files.length === 0) errors.file = ['This field is required.'];
  else if (files.length > 1) errors.file = ['Send one file per request.'];
  const withHeaders = toBoolean(form.get('with_headers') || 'true');
  if (typeof withHeaders === 'string') errors.with_headers = ['Must be true or false.'];
  const onBadRows = badRowModes.find((mode) => mode === (form.get('on_bad_rows') || 'text'));
  if (onBadRows === undefined) errors.on_bad_rows = [`Must be one of ${badRowModes.join(', ')}.`];
  if (Object.keys(errors).length > 0) throw invalidFields(errors);
  return { tableName, withHeaders: withHeaders === true, onBadRows: onBadRows!, storageKey: files[0]!.temporaryKey };
}
