import type { Connection } from '@errand/contract/connections.ts';
import { operations } from '@errand/contract/operations/operations.ts';
import type { FastifyInstance } from 'fastify';
import { baseUrl } from '#http/base-url.ts';
import { endpoint } from '#http/endpoint.ts';
import type { At } from '#http/endpoint-options.ts';
import type { Database } from '#platform/db.ts';
import { notFound } from '#platform/errors.ts';
import type { OpenDeps } from './open-system.ts';
import { clientMetadata } from './sign-in/protocol.ts';
import { beginSignIn, CALLBACK_PATH, CLIENT_PATH, completeSignIn, signOut } from './sign-in-connection.ts';
import { type ConnectionRow, findConnection } from './store.ts';

type Deps = { database: Database; answer(orgId: string, id: string): Promise<Connection> } & Omit<OpenDeps, 'db'>;

export function addSignInRoutes(app: FastifyInstance, deps: Deps): void {
  const { database, answer } = deps;
  const openDeps = (orgId: string) => ({ ...deps, db: database.tenant(orgId) });
  async function load({ caller: { orgId }, params }: At<'connection_id'>): Promise<ConnectionRow> {
    const row = await findConnection(database.tenant(orgId), orgId, params.connection_id);
    if (row === undefined) throw notFound('connection');
    return row;
  }

  endpoint(app, operations.connections.signIn, {
    load,
    async handler({ caller, request, resource }) {
      const { url, expiresAt } = await beginSignIn(openDeps(caller.orgId), caller, resource, baseUrl(request));
      return { url, expires_at: expiresAt.toISOString() };
    },
  });

  endpoint(app, operations.connections.completeSignIn, {
    async handler({ caller, body }) {
      const id = await completeSignIn(openDeps(caller.orgId), caller, body, findConnection);
      return answer(caller.orgId, id);
    },
  });

  endpoint(app, operations.connections.signOut, {
    load,
    handler: ({ caller, resource }) => signOut(openDeps(caller.orgId), caller, resource),
  });

  app.get(CLIENT_PATH, async (request) => {
    const base = baseUrl(request);
    return { client_id: `${base}${CLIENT_PATH}`, ...clientMetadata(`${base}${CALLBACK_PATH}`, base) };
  });
}
