import { CredentialsTestBody } from '@errand/contract/connections.ts';
import { operations } from '@errand/contract/operations/operations.ts';
import type { FastifyInstance } from 'fastify';
import { readJsonObject } from '#http/body.ts';
import { endpoint } from '#http/endpoint.ts';
import type { At } from '#http/endpoint-options.ts';
import { envelope, readPaging } from '#http/paging.ts';
import type { Service } from '#http/service.ts';
import { check } from '#http/validate.ts';
import type { Database } from '#platform/db.ts';
import { AppError, notFound } from '#platform/errors.ts';
import type { WorkKit } from '#platform/leased-work/work-kit.ts';
import { connectionAnswer, connectionItem } from './answers.ts';
import { type ChangeDeps, changeConnection, createConnection, deleteConnection } from './change-connection.ts';
import type { OpenDeps } from './open-system.ts';
import { createRevocationWork } from './sign-in/revoke.ts';
import { listSignIns } from './sign-in/store.ts';
import { addSignInRoutes } from './sign-in-routes.ts';
import { type ConnectionRow, findConnection, listConnections } from './store.ts';
import { testConnection, testCredentials } from './test-connection.ts';

type Deps = { database: Database } & ChangeDeps & Omit<OpenDeps, 'db'>;

export const service: Service<Deps & { kit: WorkKit }> = (context) => ({
  routes: (app) => addConnectionRoutes(app, context),
  work: [createRevocationWork(context.kit, context)],
});

function addConnectionRoutes(app: FastifyInstance, deps: Deps): void {
  const { database, connectors, uses } = deps;

  /** Throws not found for connections of other organizations, too. */
  async function getConnection(orgId: string, id: string): Promise<ConnectionRow> {
    const row = await findConnection(database.tenant(orgId), orgId, id);
    if (row === undefined) throw notFound('connection');
    return row;
  }
  async function answer(orgId: string, id: string) {
    const db = database.tenant(orgId);
    const counts = await uses.count(db, orgId, [id]);
    const row = await getConnection(orgId, id);
    const signIns = await listSignIns(db, orgId, [id]);
    return connectionAnswer(connectors, row, { useCount: counts.get(id) ?? 0, signIn: signIns.get(id) });
  }
  const load = ({ caller, params }: At<'connection_id'>) => getConnection(caller.orgId, params.connection_id);
  const openDeps = (orgId: string): OpenDeps => ({ ...deps, db: database.tenant(orgId) });

  endpoint(app, operations.connectors.list, { handler: () => ({ connectors: connectors.list() }) });

  endpoint(app, operations.connectors.get, {
    handler: ({ params }) => connectors.get(params.connector_type),
  });

  endpoint(app, operations.connections.list, {
    async handler({ caller: { orgId }, query, request }) {
      const paging = readPaging(request);
      const db = database.tenant(orgId);
      const { count, rows } = await listConnections(db, orgId, {
        connectorType: query.connector_type,
        search: query.search?.trim() || undefined,
        ordering: query.ordering ?? 'name',
        ...paging,
      });
      const ids = rows.map(({ id }) => id);
      const counts = await uses.count(db, orgId, ids);
      const signIns = await listSignIns(db, orgId, ids);
      return envelope(
        request,
        paging,
        count,
        rows.map((row) =>
          connectionItem(connectors, row, { useCount: counts.get(row.id) ?? 0, signIn: signIns.get(row.id) }),
        ),
      );
    },
  });

  endpoint(app, operations.connections.create, {
    async handler({ caller, body }) {
      const id = await createConnection(database.tenant(caller.orgId), deps, caller, body);
      return answer(caller.orgId, id);
    },
  });

  endpoint(app, operations.connections.get, {
    load,
    handler: ({ caller, resource }) => answer(caller.orgId, resource.id),
  });

  for (const operation of [operations.connections.replace, operations.connections.update]) {
    endpoint(app, operation, {
      load,
      async handler({ caller, body, resource: { id } }) {
        await changeConnection(database.tenant(caller.orgId), deps, caller, id, body);
        return answer(caller.orgId, id);
      },
    });
  }

  endpoint(app, operations.connections.delete, {
    load,
    handler: ({ caller, resource }) => deleteConnection(database.tenant(caller.orgId), deps, caller, resource.id),
  });

  endpoint(app, operations.connections.uses, {
    load,
    handler: async ({ caller: { orgId }, resource }) => ({
      uses: await uses.list(database.tenant(orgId), orgId, resource.id),
    }),
  });

  endpoint(app, operations.connections.test, {
    load,
    handler: ({ caller: { orgId }, resource }) => testConnection(database.tenant(orgId), openDeps(orgId), resource),
  });

  endpoint(app, operations.connections.testCredentials, {
    readBody({ request }) {
      const given = readJsonObject(request);
      if (given.connector_type === undefined || given.connector_type === '')
        throw new AppError('invalid_request', { detail: 'connector_type is required.' });
      return check(CredentialsTestBody, given);
    },
    handler: ({ caller: { orgId }, body }) => testCredentials(openDeps(orgId), orgId, body),
  });

  addSignInRoutes(app, { ...deps, answer });
}
