import { operations } from '@errand/contract/operations/operations.ts';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { deleteBlobs } from '#files/collect.ts';
import { discardStaged, keepContent } from '#files/keep-content.ts';
import { type ReceivedFile, receiveParts } from '#files/receive.ts';
import { sendContent } from '#files/send-content.ts';
import { bodyKind } from '#http/body.ts';
import { endpoint } from '#http/endpoint.ts';
import { type At, sent } from '#http/endpoint-options.ts';
import { findLink } from '#orgs/actor.ts';
import { invalidFields, notFound } from '#platform/errors.ts';
import { limits } from '#platform/limits.ts';
import type { Storage } from '#platform/storage/storage.ts';
import { documentAnswer } from './answers.ts';
import { changeCase, conflict, type Desk, type DeskDeps, record, requireOpen } from './desk.ts';
import { noteReading } from './note-reading.ts';
import { viewerOf } from './rules/model.ts';
import { type CaseRow, lockCase, updateCase } from './store/cases.ts';
import { type DocumentRow, deleteDocument, findDocument, insertDocument, listDocuments } from './store/documents.ts';
import { listMerged } from './store/parts.ts';
import { findFamilyHold } from './store/reports.ts';

type DocumentDeps = DeskDeps & { storage: Storage };
type Load = (at: At<'desk_case_id'>) => Promise<CaseRow>;
type Given = { file: ReceivedFile; description: string };

const DOCUMENTS_MAX = 1_000;
const TEXT_BYTES_MAX = 64 * 1024;
const WANTED: Record<string, 'file' | 'text'> = { file: 'file', description: 'text' };

export function addDocumentRoutes(app: FastifyInstance, deps: DocumentDeps, load: Load): void {
  const { database, storage } = deps;

  endpoint(app, operations.caseDocuments.add, {
    load,
    readBody: ({ request }) => receive(storage, request),
    async handler({ caller, body, resource }) {
      try {
        const told: string[] = [];
        const row = await keepContent(database.tenant(caller.orgId), storage, [body.file], async (tx) => {
          const desk: Desk = { tx, orgId: caller.orgId, caller, link: await findLink(tx, caller), told };
          return addDocument(desk, await lockCase(tx, caller.orgId, resource.id, viewerOf(caller)), body);
        });
        return documentAnswer(row);
      } finally {
        await discardStaged(storage, [body.file]);
      }
    },
  });

  async function loadDocument(
    at: At<'desk_case_id' | 'case_document_id'>,
  ): Promise<{ row: CaseRow; document: DocumentRow }> {
    const row = await load(at);
    const { orgId } = at.caller;
    const db = database.tenant(orgId);
    const cases = [row.id, ...(await listMerged(db, orgId, row.id))];
    const document = await findDocument(db, orgId, cases, at.params.case_document_id);
    if (document === undefined) throw notFound('document');
    return { row, document };
  }

  endpoint(app, operations.caseDocuments.content, {
    load: loadDocument,
    async handler({ caller, request, reply, resource: { row, document } }) {
      const detail = { document_id: document.id };
      await noteReading(database.tenant(caller.orgId), caller, row.id, { action: 'case.document_read', detail });
      return sent(
        await sendContent(request, reply, storage, {
          ...document,
          contentType: document.content_type,
          fileName: document.name,
          download: true,
          etag: document.sha256,
        }),
      );
    },
  });

  endpoint(app, operations.caseDocuments.delete, {
    load: loadDocument,
    async handler({ caller, resource: { row, document } }) {
      await changeCase(deps, caller, row.id, async (desk, locked) => {
        requireOpen(locked);
        const hold = await findFamilyHold(desk.tx, desk.orgId, locked.id);
        if (hold !== undefined) throw conflict(`Case ${hold.number} is held. Release the hold first.`);
        if ((await deleteDocument(desk.tx, desk.orgId, document.id)) === 0) throw notFound('document');
        await updateCase(desk.tx, desk.orgId, locked.id);
        await record(desk, locked.id, 'document_removed', describe(document));
      });
      // What fails here is removed later, because no row names it any more.
      await deleteBlobs(database.system, storage, [document.storageKey]);
    },
  });
}

/** Its title is in the history of the case, where restrictions hold, and not in the audit log. */
const describe = ({ id, name, sha256, size }: Pick<DocumentRow, 'id' | 'name' | 'sha256' | 'size'>) => ({
  document_id: id,
  title: name,
  sha256,
  size,
});

async function addDocument(desk: Desk, row: CaseRow, { file, description }: Given): Promise<DocumentRow> {
  const { tx, orgId } = desk;
  requireOpen(row);
  if ((await listDocuments(tx, orgId, [row.id])).length >= DOCUMENTS_MAX)
    throw conflict(`The case has ${DOCUMENTS_MAX} documents, which is the limit.`);
  const { name, contentType, storageKey, sha256, size } = file;
  const id = await insertDocument(tx, orgId, {
    ...{ case_id: row.id, name, content_type: contentType, storageKey, sha256, size, description },
    added_by: desk.link,
  });
  await updateCase(tx, orgId, row.id);
  await record(desk, row.id, 'document_added', describe({ id, name, sha256, size }));
  return (await findDocument(tx, orgId, [row.id], id))!;
}

async function receive(storage: Storage, request: FastifyRequest): Promise<Given> {
  const { orgId } = request.caller;
  const { fields, files } =
    bodyKind(request) === 'multipart'
      ? await receiveParts(request, {
          storage,
          orgId,
          limitBytes: limits.bodyBytes,
          textBytesMax: TEXT_BYTES_MAX,
          wants: (field) => (Object.hasOwn(WANTED, field) ? WANTED[field]! : 'ignore'),
        })
      : { fields: [], files: [] };
  const description = new Map(fields).get('description') ?? '';
  const [file, ...others] = files;
  if (file === undefined || others.length > 0 || description.length > 2_000) {
    await discardStaged(storage, files);
    throw invalidFields(
      description.length > 2_000
        ? { description: ['May have at most 2,000 characters.'] }
        : { file: ['Send one file, as multipart/form-data with a file name.'] },
    );
  }
  return { file, description };
}
