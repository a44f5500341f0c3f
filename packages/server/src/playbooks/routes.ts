import { operations } from '@errand/contract/operations/operations.ts';
import type { PlaybookVersion } from '@errand/contract/playbooks.ts';
import type { FastifyInstance } from 'fastify';
import { viewerOf } from '#case-desk/rules/model.ts';
import { listQueuesOfPlaybook } from '#case-desk/store/queues.ts';
import { endpoint } from '#http/endpoint.ts';
import { envelope, readPaging } from '#http/paging.ts';
import type { Service } from '#http/service.ts';
import type { Database, Db } from '#platform/db.ts';
import { AppError, invalidFields, refuseBlank } from '#platform/errors.ts';
import { creatorAnswer, resourceAnswer } from '#versions/answers.ts';
import {
  changeTexts,
  createResource,
  createVersion,
  deleteResource,
  findBase,
  promoteVersion,
  refuseMoved,
} from '#versions/change.ts';
import type { ResourceRow } from '#versions/kind.ts';
import { createReaders } from '#versions/routes.ts';
import { diffContents } from './plan/diff.ts';
import { checkGate, deleteGate, findGate, type Shown, setGate } from './plan/gate.ts';
import { type PlaybookVersionRow, playbookKind } from './plan/kind.ts';
import { readContent } from './plan/read-content.ts';
import { addRehearsalRoutes } from './rehearsals/routes.ts';
import { findForGate, findRehearsal, listCaseEnds } from './rehearsals/store.ts';
import { countEnds } from './rehearsals/view.ts';
import { listRuns, listSteps } from './runs/store.ts';
import { createPlaybookWork } from './runtime.ts';

type Needs = Omit<Parameters<typeof createPlaybookWork>[0], 'wake'> & {
  webhooks: { wake(webhookIds: string[]): void };
};

export const service: Service<Needs> = ({ webhooks: { wake }, ...needs }) => {
  const work = createPlaybookWork({ ...needs, wake });
  return { routes: (app) => addPlaybookRoutes(app, { database: needs.database, wakeRuns: work.wake }), work: [work] };
};

type PlaybookDeps = { database: Database; wakeRuns(): void };
type Readers = ReturnType<typeof readersOf>;

const readersOf = (database: Database) =>
  createReaders(database, playbookKind, {
    id: 'playbook_id',
    versionId: 'playbook_version_id',
    otherVersionId: 'other_playbook_version_id',
  });

function addPlaybookRoutes(app: FastifyInstance, deps: PlaybookDeps): void {
  const readers = readersOf(deps.database);
  addResources(app, deps, readers);
  addVersions(app, deps, readers);
  addGates(app, deps, readers);
  addRuns(app, deps, readers);
  addRehearsalRoutes(app, { ...deps, load: readers.load });
}

function addResources(app: FastifyInstance, { database }: PlaybookDeps, readers: Readers): void {
  const { load } = readers;
  const answerOf = async (orgId: string, id: string) => resourceAnswer(await readers.getResource(orgId, id));

  endpoint(app, operations.playbooks.list, { handler: (request) => readers.list(request, resourceAnswer) });

  endpoint(app, operations.playbooks.create, {
    async handler({ caller, body }) {
      refuseBlank({ name: body.name, version_name: body.version_name });
      const db = database.tenant(caller.orgId);
      const id = await createResource(db, caller, playbookKind, {
        name: body.name,
        description: body.description ?? '',
        versionName: body.version_name,
        content: { content: await readContent(db, caller.orgId, body.content) },
      });
      return answerOf(caller.orgId, id);
    },
  });

  endpoint(app, operations.playbooks.get, { load, handler: ({ resource }) => resourceAnswer(resource) });

  endpoint(app, operations.playbooks.update, {
    load,
    async handler({ caller, body, resource: { id } }) {
      await changeTexts(database.tenant(caller.orgId), caller, playbookKind, id, body);
      return answerOf(caller.orgId, id);
    },
  });

  endpoint(app, operations.playbooks.delete, {
    load,
    handler: ({ caller, resource }) =>
      deleteResource(database.tenant(caller.orgId), caller, playbookKind, resource.id, async (tx, orgId, id) => {
        const queues = await listQueuesOfPlaybook(tx, orgId, id);
        if (queues.length > 0)
          throw new AppError('conflict', {
            detail: `Queues use this playbook: ${queues.join(', ')}. Change them first.`,
          });
        return [];
      }),
  });
}

const versionAnswer = (version: PlaybookVersionRow, resource: ResourceRow): PlaybookVersion => ({
  id: version.id,
  version_name: version.version_name,
  content: version.content,
  base_version_id: version.base_version_id,
  is_current: version.id === resource.current_version_id,
  created_by: creatorAnswer(version),
  created_at: version.created_at.toISOString(),
});

function addVersions(app: FastifyInstance, { database }: PlaybookDeps, readers: Readers): void {
  const { load, loadVersion } = readers;

  endpoint(app, operations.playbooks.listVersions, {
    load,
    handler: (request) => readers.listVersions(request, versionAnswer),
  });

  endpoint(app, operations.playbooks.createVersion, {
    load,
    async handler({ caller, body, resource: { id } }) {
      refuseBlank({ version_name: body.version_name });
      const { orgId } = caller;
      const db = database.tenant(orgId);
      const base = await findBase(db, caller, playbookKind, id, body.base_version_id);
      const content = await readContent(db, orgId, body.content);
      const created = await createVersion(db, caller, playbookKind, id, {
        versionName: body.version_name,
        base,
        makeContent: () => ({ content }),
        isCurrent: async (tx) => (body.make_current ?? true) && (await findGate(tx, orgId, id)) === undefined,
      });
      const at = { caller, params: { playbook_id: id, playbook_version_id: created.id } } as never;
      const { resource, version } = await loadVersion(at);
      return versionAnswer(version, resource);
    },
  });

  endpoint(app, operations.playbooks.getVersion, {
    load: loadVersion,
    handler: ({ resource: { resource, version } }) => versionAnswer(version, resource),
  });

  endpoint(app, operations.playbooks.diff, {
    load: readers.loadPair,
    handler: ({ resource: { from, to } }) => ({ changed: diffContents(from.content, to.content) }),
  });

  endpoint(app, operations.playbooks.setCurrent, {
    load: loadVersion,
    async handler({ caller, body, resource: { resource: playbook, version: wanted } }) {
      const ids = { id: playbook.id, versionId: wanted.id };
      const rehearsalId = body.rehearsal_id?.toLowerCase();
      await promoteVersion(
        database.tenant(caller.orgId),
        caller,
        playbookKind,
        ids,
        async (tx, { resource, version, isCurrent }) => {
          if (isCurrent) return {};
          refuseMoved(resource, body.expected_current);
          if (rehearsalId) await checkRehearsal(tx, caller.orgId, { ...ids, rehearsalId });
          const given = { playbookId: ids.id, versionId: ids.versionId, overrideReason: body.override_reason };
          const shown = version.was_current
            ? {}
            : await checkGate(tx, caller, given, () => findShown(tx, caller.orgId, ids));
          return {
            ...(body.reason && { reason: body.reason }),
            ...(rehearsalId && { rehearsal_id: rehearsalId }),
            ...shown,
          };
        },
      );
      return resourceAnswer(await readers.getResource(caller.orgId, playbook.id));
    },
  });
}

async function checkRehearsal(
  tx: Db,
  orgId: string,
  { id, versionId, rehearsalId }: { id: string; versionId: string; rehearsalId: string },
): Promise<void> {
  const found = await findRehearsal(tx, orgId, id, rehearsalId);
  if (found?.status !== 'done' || found.version_id !== versionId)
    throw invalidFields({ rehearsal_id: ['This is not a finished rehearsal of this version.'] });
}

/** What the newest rehearsal that counts for a gate showed. */
async function findShown(
  tx: Db,
  orgId: string,
  { id, versionId }: { id: string; versionId: string },
): Promise<Shown | undefined> {
  const row = await findForGate(tx, orgId, id, versionId);
  if (row === undefined) return undefined;
  const ends = await listCaseEnds(tx, orgId, row.id);
  const decided = ends.filter(({ running, undecidable }) => running === 0 && undecidable === null);
  return { id: row.id, filter: row.filter!, decided: decided.length, ...countEnds(decided) };
}

function addGates(app: FastifyInstance, { database }: PlaybookDeps, { load }: Readers): void {
  const answer = async (orgId: string, id: string) => {
    const gate = await findGate(database.tenant(orgId), orgId, id);
    return {
      min_cases: gate?.min_cases ?? null,
      max_wrong_share: gate?.max_wrong_share ?? null,
      updated_at: gate?.updated_at.toISOString() ?? null,
    };
  };

  endpoint(app, operations.playbooks.gate, {
    load,
    handler: ({ caller: { orgId }, resource: { id } }) => answer(orgId, id),
  });

  endpoint(app, operations.playbooks.setGate, {
    load,
    async handler({ caller, body, resource: { id } }) {
      await setGate(database.tenant(caller.orgId), caller, id, body);
      return answer(caller.orgId, id);
    },
  });

  endpoint(app, operations.playbooks.deleteGate, {
    load,
    handler: ({ caller, resource: { id } }) => deleteGate(database.tenant(caller.orgId), caller, id),
  });
}

function addRuns(app: FastifyInstance, { database }: PlaybookDeps, { load }: Readers): void {
  endpoint(app, operations.playbooks.runs, {
    load,
    async handler({ caller, query, request, resource }) {
      const db = database.tenant(caller.orgId);
      const paging = readPaging(request);
      const filter = { playbookId: resource.id, caseId: query.case, state: query.state, viewer: viewerOf(caller) };
      const { count, rows } = await listRuns(db, caller.orgId, filter, paging);
      const steps = await listSteps(
        db,
        caller.orgId,
        rows.map(({ id }) => id),
      );
      return envelope(
        request,
        paging,
        count,
        rows.map((row) => ({
          ...row,
          steps: steps
            .filter(({ run_id: id }) => id === row.id)
            .map(({ name, state, job_id, is_reused: reused, reason }) => ({ name, state, job_id, reused, reason })),
          created_at: row.created_at.toISOString(),
          finished_at: row.finished_at?.toISOString() ?? null,
        })),
      );
    },
  });
}
