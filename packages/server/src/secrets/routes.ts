import { operations } from '@errand/contract/operations/operations.ts';
import type { FastifyInstance } from 'fastify';
import { endpoint } from '#http/endpoint.ts';
import { envelope, readPaging } from '#http/paging.ts';
import { serveRoutes } from '#http/service.ts';
import type { Database } from '#platform/db.ts';
import type { SecretBox } from './box.ts';
import { deleteSecret, noSecret, setSecret } from './change-secret.ts';
import { SECRET_NAME } from './references.ts';
import { findSecret, listSecrets, type SecretRow } from './store.ts';

type Deps = { database: Database; box: SecretBox };

export const service = serveRoutes(addSecretRoutes);

function addSecretRoutes(app: FastifyInstance, { database, box }: Deps): void {
  endpoint(app, operations.secrets.list, {
    async handler({ caller: { orgId }, request }) {
      const paging = readPaging(request);
      const { count, rows } = await listSecrets(database.tenant(orgId), orgId, paging);
      return envelope(request, paging, count, rows.map(toSecret));
    },
  });

  endpoint(app, operations.secrets.set, {
    async handler({ caller, params: { secret_name: name }, body: { value }, reply }) {
      const { orgId } = caller;
      const db = database.tenant(orgId);
      const created = await setSecret(db, box, { orgId, name, value }, caller);
      reply.code(created ? 201 : 200);
      return toSecret((await findSecret(db, orgId, name))!);
    },
  });

  endpoint(app, operations.secrets.delete, {
    async load({ caller: { orgId }, params: { secret_name: name } }): Promise<void> {
      const found = SECRET_NAME.test(name) && (await findSecret(database.tenant(orgId), orgId, name));
      if (!found) throw noSecret();
    },
    async handler({ caller, params: { secret_name: name } }) {
      await deleteSecret(database.tenant(caller.orgId), caller.orgId, name, caller);
    },
  });
}

const toSecret = (row: SecretRow) => ({
  name: row.name,
  created_at: row.created_at.toISOString(),
  updated_at: row.updated_at.toISOString(),
  last_used_at: row.last_used_at?.toISOString() ?? null,
  used_by: row.used_by,
});
