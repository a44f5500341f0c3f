import { operations } from '@errand/contract/operations/operations.ts';
import type { FastifyInstance } from 'fastify';
import { awaitEnd, isFinished } from '#http/await-end.ts';
import { endpoint } from '#http/endpoint.ts';
import type { At } from '#http/endpoint-options.ts';
import { envelope, readPaging } from '#http/paging.ts';
import { audit } from '#orgs/audit.ts';
import type { Database } from '#platform/db.ts';
import { notFound } from '#platform/errors.ts';
import type { ResourceRow } from '#versions/kind.ts';
import { startRehearsal } from './start.ts';
import { cancelRehearsal, findRehearsal, listRehearsals, type RehearsalRow } from './store.ts';
import { rehearsalView } from './view.ts';

type Deps = {
  database: Database;
  wakeRuns(): void;
  load(at: At<'playbook_id'>): Promise<ResourceRow>;
};

export function addRehearsalRoutes(app: FastifyInstance, { database, wakeRuns, load }: Deps): void {
  const getRow = async (orgId: string, playbookId: string, id: string): Promise<RehearsalRow> => {
    const row = await findRehearsal(database.tenant(orgId), orgId, playbookId, id);
    if (row === undefined) throw notFound('rehearsal');
    return row;
  };
  const view = async (orgId: string, row: RehearsalRow) => rehearsalView(database.tenant(orgId), orgId, row);
  const loadOne = async (at: At<'playbook_id' | 'playbook_rehearsal_id'>): Promise<RehearsalRow> =>
    getRow(at.caller.orgId, (await load(at)).id, at.params.playbook_rehearsal_id);

  endpoint(app, operations.playbookRehearsals.list, {
    load,
    async handler({ caller: { orgId }, request, resource }) {
      const paging = readPaging(request);
      const { count, rows } = await listRehearsals(database.tenant(orgId), orgId, resource.id, paging);
      const views = [];
      for (const row of rows) {
        const { flips: _, undecidable: __, ...summary } = await view(orgId, row);
        views.push(summary);
      }
      return envelope(request, paging, count, views);
    },
  });

  endpoint(app, operations.playbookRehearsals.create, {
    load,
    async handler({ caller, body, resource }) {
      const id = await startRehearsal(database.tenant(caller.orgId), caller, resource, body);
      wakeRuns();
      return view(caller.orgId, await getRow(caller.orgId, resource.id, id));
    },
  });

  endpoint(app, operations.playbookRehearsals.get, {
    load: loadOne,
    handler: ({ caller: { orgId }, query, reply, resource }) =>
      awaitEnd({
        seconds: query.wait,
        reply,
        resource,
        load: () => getRow(orgId, resource.playbook_id, resource.id),
        view: (row) => view(orgId, row),
        hasEnded: isFinished,
      }),
  });

  endpoint(app, operations.playbookRehearsals.cancel, {
    load: loadOne,
    async handler({ caller, resource }) {
      await database.tenant(caller.orgId).tx(async (tx) => {
        if (await cancelRehearsal(tx, caller.orgId, resource.id))
          await audit(tx, caller, 'playbook.rehearsal_cancelled', resource.playbook_id, { rehearsal_id: resource.id });
      });
      return view(caller.orgId, await getRow(caller.orgId, resource.playbook_id, resource.id));
    },
  });
}
