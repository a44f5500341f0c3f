import { operations } from '@errand/contract/operations/operations.ts';
import type { FastifyInstance } from 'fastify';
import { endpoint } from '#http/endpoint.ts';
import { envelope, readPaging } from '#http/paging.ts';
import type { Database } from '#platform/db.ts';
import { invalidFields } from '#platform/errors.ts';
import { databaseNow } from '#platform/ids.ts';
import { type ApiKey, getApiKey, insertApiKey, listApiKeys, revokeApiKey } from './api-keys.ts';
import type { LocalIdentity } from './identity.ts';
import { readMoment } from './moment.ts';

type Deps = { database: Database; identity: LocalIdentity };

export function addApiKeyRoutes(app: FastifyInstance, { database, identity }: Deps): void {
  endpoint(app, operations.apiKeys.list, {
    async handler({ caller: { orgId }, request }) {
      const paging = readPaging(request);
      const { count, rows } = await listApiKeys(database.tenant(orgId), orgId, paging);
      return envelope(request, paging, count, rows.map(toApiKey));
    },
  });

  endpoint(app, operations.apiKeys.create, {
    async handler({ caller, body }) {
      const created = await insertApiKey(database.tenant(caller.orgId), {
        orgId: caller.orgId,
        userId: caller.userId,
        role: body.role ?? 'member',
        name: body.name,
        expiresAt: readExpiry(body.expires_at),
        actor: caller,
      });
      return { ...toApiKey(created), api_key: created.apiKey };
    },
  });

  endpoint(app, operations.apiKeys.revoke, {
    load: ({ caller: { orgId }, params }) => getApiKey(database.tenant(orgId), orgId, params.key_id),
    async handler({ caller, resource: { id } }) {
      await revokeApiKey(database.tenant(caller.orgId), caller.orgId, id, caller);
      await identity.announce();
    },
  });
}

function readExpiry(text: string | null | undefined): Date | undefined {
  const moment = readMoment('expires_at', text ?? undefined);
  if (moment !== undefined && moment.getTime() <= databaseNow()) {
    throw invalidFields({ expires_at: ['Must be in the future.'] });
  }
  return moment;
}

const toApiKey = (key: ApiKey) => ({
  id: key.id,
  name: key.name,
  prefix: key.prefix,
  role: key.role,
  user_id: key.user_id,
  created_at: key.created_at.toISOString(),
  last_used_at: key.last_used_at?.toISOString() ?? null,
  expires_at: key.expires_at?.toISOString() ?? null,
  personal: key.personal,
});
