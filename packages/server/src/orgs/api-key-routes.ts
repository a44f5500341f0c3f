import { ApiKeyBody, ApiKeyPage, CreatedApiKey, PageQuery } from '@errand/contract/organizations.ts';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { endpoint } from '#http/endpoint.ts';
import { envelope, readPaging } from '#http/paging.ts';
import { readBody } from '#http/validate.ts';
import type { Database } from '#platform/db.ts';
import { invalidFields } from '#platform/errors.ts';
import { databaseNow } from '#platform/ids.ts';
import { type ApiKey, getApiKey, insertApiKey, listApiKeys, revokeApiKey } from './api-keys.ts';
import type { LocalIdentity } from './identity.ts';
import { readMoment } from './moment.ts';

const tag = 'Organizations';
const PATH = '/v1/organizations/:organization_id/api-keys/';

// For admins only: whoever can make a key can keep its power after losing their own. No key outranks an admin.
const role = 'admin';

type Deps = { database: Database; identity: LocalIdentity };

export function addApiKeyRoutes(app: FastifyInstance, { database, identity }: Deps): void {
  endpoint(app, {
    method: 'GET',
    path: PATH,
    tag,
    summary: 'List API keys',
    description: 'Keys that are not revoked, newest first, without their secret.',
    role,
    query: PageQuery,
    responses: { 200: ApiKeyPage },
    async handler(request) {
      const { orgId } = request.caller;
      const paging = readPaging(request);
      const { count, rows } = await listApiKeys(database.tenant(orgId), orgId, paging);
      return envelope(request, paging, count, rows.map(toApiKey));
    },
  });

  endpoint(app, {
    method: 'POST',
    path: PATH,
    tag,
    summary: 'Create an API key',
    description: 'Its owner is the caller. The answer is the only place that ever shows the key.',
    role,
    body: ApiKeyBody,
    responses: { 201: CreatedApiKey },
    async handler(request, reply) {
      const { caller } = request;
      const body = readBody(request, ApiKeyBody);
      const created = await insertApiKey(database.tenant(caller.orgId), {
        orgId: caller.orgId,
        userId: caller.userId,
        role: body.role ?? 'member',
        name: body.name,
        expiresAt: readExpiry(body.expires_at),
        actor: caller,
      });
      reply.code(201).header('cache-control', 'no-store');
      return { ...toApiKey(created), api_key: created.apiKey };
    },
  });

  endpoint(app, {
    method: 'DELETE',
    path: `${PATH}:key_id/`,
    tag,
    summary: 'Revoke an API key',
    description: 'Takes effect at once in this process and within 5 seconds in all others.',
    role,
    responses: { 204: null },
    load: (request: FastifyRequest): Promise<ApiKey> => {
      const { orgId } = request.caller;
      return getApiKey(database.tenant(orgId), orgId, (request.params as { key_id: string }).key_id);
    },
    async handler({ caller }, reply, { id }) {
      await revokeApiKey(database.tenant(caller.orgId), caller.orgId, id, caller);
      identity.forget();
      reply.code(204);
    },
  });
}

function readExpiry(text: string | null | undefined): Date | undefined {
  const moment = readMoment('expires_at', text ?? undefined);
  if (moment !== undefined && moment.getTime() <= databaseNow()) {
    throw invalidFields({ expires_at: ['Has to be in the future.'] });
  }
  return moment;
}

const toApiKey = (key: ApiKey) => ({
  id: key.id,
  name: key.name,
  prefix: key.prefix,
  role: key.role,
  user_id: key.user_id,
  created_at: key.created_at,
  last_used_at: key.last_used_at,
  expires_at: key.expires_at,
});
