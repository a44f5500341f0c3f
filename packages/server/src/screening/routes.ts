import { operations } from '@errand/contract/operations/operations.ts';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { receiveParts } from '#files/receive.ts';
import { endpoint } from '#http/endpoint.ts';
import type { At } from '#http/endpoint-options.ts';
import { envelope, readPaging } from '#http/paging.ts';
import { serveRoutes } from '#http/service.ts';
import { audit, changedMembers } from '#orgs/audit.ts';
import type { Database } from '#platform/db.ts';
import { invalidFields, notFound, refuseBlank } from '#platform/errors.ts';
import { limits } from '#platform/limits.ts';
import type { Storage } from '#platform/storage/storage.ts';
import { type ImportDeps, importList } from './import-list.ts';
import type { ListFiles, ListFormat } from './lists/read-list.ts';
import { type Match, screen } from './screen.ts';
import * as store from './store.ts';
import type { Subject } from './subject.ts';

const THRESHOLD = 0.8;
/** The consolidated lists have a few megabytes. */
const IMPORT_BYTES_MAX = 64 * 1024 * 1024;

export const service = serveRoutes(addScreeningRoutes);

function addScreeningRoutes(app: FastifyInstance, deps: ImportDeps & { storage: Storage }): void {
  const { database, storage } = deps;
  async function load({ caller: { orgId }, params }: At<'screening_list_id'>): Promise<store.ListRow> {
    const list = await store.findList(database.tenant(orgId), orgId, params.screening_list_id);
    if (list === undefined) throw notFound('screening list');
    return list;
  }
  const answerOf = async (orgId: string, id: string) =>
    listAnswer((await store.findList(database.tenant(orgId), orgId, id)) ?? raise());

  endpoint(app, operations.screening.lists, {
    async handler({ caller: { orgId }, request }) {
      const paging = readPaging(request);
      const { count, rows } = await store.listLists(database.tenant(orgId), orgId, paging);
      return envelope(request, paging, count, rows.map(listAnswer));
    },
  });

  endpoint(app, operations.screening.createList, {
    async handler({ caller, body: { name, description = '' } }) {
      refuseBlank({ name });
      const id = await database.tenant(caller.orgId).tx(async (tx) => {
        const created = await store.insertList(tx, caller.orgId, { name, description, creatorId: caller.userId });
        await audit(tx, caller, 'screening_list.created', created, { name });
        return created;
      });
      return answerOf(caller.orgId, id);
    },
  });

  endpoint(app, operations.screening.getList, { load, handler: ({ resource }) => listAnswer(resource) });

  endpoint(app, operations.screening.updateList, {
    load,
    async handler({ caller, body, resource }) {
      refuseBlank({ name: body.name });
      const { name = resource.name, description = resource.description } = body;
      await database.tenant(caller.orgId).tx(async (tx) => {
        await store.updateList(tx, caller.orgId, resource.id, { name, description });
        await audit(tx, caller, 'screening_list.updated', resource.id, {
          name,
          ...changedMembers(resource, { ...resource, name, description }, ['name', 'description']),
        });
      });
      return answerOf(caller.orgId, resource.id);
    },
  });

  endpoint(app, operations.screening.deleteList, {
    load,
    handler: ({ caller, resource: { id, name } }) =>
      database.tenant(caller.orgId).tx(async (tx) => {
        if (!(await store.deleteList(tx, caller.orgId, id))) throw notFound('screening list');
        await audit(tx, caller, 'screening_list.deleted', id, { name });
      }),
  });

  endpoint(app, operations.screening.importList, {
    load,
    readBody: ({ request }) => receive(storage, request),
    async handler({ caller, body, resource, reply }) {
      const { version, isNew } = await importList(deps, caller, resource.id, body);
      reply.status(isNew ? 201 : 200);
      return versionAnswer(version);
    },
  });

  endpoint(app, operations.screening.listVersions, {
    load,
    async handler({ caller: { orgId }, request, resource }) {
      const paging = readPaging(request);
      const { count, rows } = await store.listVersions(database.tenant(orgId), orgId, resource.id, paging);
      return envelope(request, paging, count, rows.map(versionAnswer));
    },
  });
  addDecisions(app, database);
}

function addDecisions(app: FastifyInstance, database: Database): void {
  endpoint(app, operations.screening.screen, {
    async handler({ caller: { orgId }, body: { names, lists, threshold = THRESHOLD } }) {
      const db = database.tenant(orgId);
      for (const id of lists ?? [])
        if ((await store.findList(db, orgId, id)) === undefined)
          throw invalidFields({ lists: [`There is no screening list ${id}.`] });
      const subjects = names.map(
        ({ name, kind = 'person', birth_date: birthDate = null, country = null, identifiers = {} }): Subject => ({
          name,
          kind,
          birthDate,
          country,
          identifiers,
        }),
      );
      const results = await screen(db, orgId, { subjects, lists: lists ?? null, threshold });
      return {
        results: results.map(({ name, subjectKey, matches, suppressed, isComplete }) => ({
          name,
          subject_key: subjectKey,
          matches: matches.map(matchAnswer),
          suppressed,
          is_complete: isComplete,
        })),
      };
    },
  });

  endpoint(app, operations.screening.listDecisions, {
    async handler({ caller: { orgId }, request }) {
      const paging = readPaging(request);
      const { count, rows } = await store.listDecisions(database.tenant(orgId), orgId, paging);
      return envelope(request, paging, count, rows.map(decisionAnswer));
    },
  });

  endpoint(app, operations.screening.decide, {
    async handler({ caller, body }) {
      refuseBlank({ reason: body.reason });
      return database.tenant(caller.orgId).tx(async (tx) => {
        const hash = await store.findEntryHash(tx, caller.orgId, body.list_id, body.entry_id);
        if (hash === undefined) throw invalidFields({ entry_id: ['The list has no such entry.'] });
        const given = { ...body, entry_hash: hash, creatorId: caller.userId };
        const decided_at = await store.putDecision(tx, caller.orgId, given);
        const { subject_key, entry_id, decision, reason } = body;
        await audit(tx, caller, 'screening_list.decided', body.list_id, { subject_key, entry_id, decision, reason });
        return decisionAnswer({ ...given, holds: true, decided_at });
      });
    },
  });
}

/** Reads the form of an import into memory. */
async function receive(storage: Storage, request: FastifyRequest): Promise<{ format: ListFormat; files: ListFiles }> {
  const { fields } = await receiveParts(request, {
    storage,
    orgId: request.caller.orgId,
    limitBytes: Math.min(limits.bodyBytes, IMPORT_BYTES_MAX),
    textBytesMax: IMPORT_BYTES_MAX,
    wants: (field) => (['file', 'format', 'aliases', 'addresses', 'metadata'].includes(field) ? 'text' : 'ignore'),
  });
  const given = new Map(fields);
  const format = given.get('format') ?? 'csv';
  if (format !== 'csv' && format !== 'ofac' && format !== 'un' && format !== 'eu')
    throw invalidFields({ format: ['Must be csv, ofac, un or eu.'] });
  const file = given.get('file');
  if (file === undefined || file === '') throw invalidFields({ file: ['Send the list as a file.'] });
  const bytes = (name: string): Uint8Array | undefined => (given.has(name) ? Buffer.from(given.get(name)!) : undefined);
  return { format, files: { file: Buffer.from(file), aliases: bytes('aliases'), addresses: bytes('addresses') } };
}

const raise = (): never => {
  throw notFound('screening list');
};

const listAnswer = ({ created_at, updated_at, ...list }: store.ListRow) => ({
  ...list,
  created_at: created_at.toISOString(),
  updated_at: updated_at.toISOString(),
});
const versionAnswer = ({ created_at, ...version }: store.VersionRow) => ({
  ...version,
  created_at: created_at.toISOString(),
});
const decisionAnswer = (row: store.DecisionRow) => ({
  subject_key: row.subject_key,
  list_id: row.list_id,
  entry_id: row.entry_id,
  decision: row.decision,
  reason: row.reason,
  holds: row.holds,
  decided_at: row.decided_at.toISOString(),
});
const matchAnswer = ({ list_id, list_version, content, score, matchedName, parts, decision }: Match) => ({
  entry: { list_id, list_version, ...content },
  matched_name: matchedName,
  score,
  parts,
  decision,
});
