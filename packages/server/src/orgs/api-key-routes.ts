import { operations } from '@errand/contract/operations/operations.ts';
import type { Role } from '@errand/contract/roles.ts';
import { type Scope, scopesOf } from '@errand/contract/scopes.ts';
import type { FastifyInstance } from 'fastify';
import { scopesGiven } from '#http/challenge.ts';
import { endpoint } from '#http/endpoint.ts';
import { envelope, readPaging } from '#http/paging.ts';
import type { Database } from '#platform/db.ts';
import { AppError, invalidFields } from '#platform/errors.ts';
import { databaseNow } from '#platform/ids.ts';
import { type ApiKey, getApiKey, insertApiKey, listApiKeys, revokeApiKey, rotateApiKey } from './api-keys.ts';
import type { LocalIdentity } from './identity.ts';
import { readMoment } from './moment.ts';

type Deps = { database: Database; identity: LocalIdentity };

/** As for the secrets of webhooks. */
const OVERLAP_HOURS = 24;

export function addApiKeyRoutes(app: FastifyInstance, { database, identity }: Deps): void {
  endpoint(app, operations.apiKeys.list, {
    async handler({ caller: { orgId }, request }) {
      const paging = readPaging(request);
      const { count, rows } = await listApiKeys(database.tenant(orgId), orgId, paging);
      return envelope(request, paging, count, rows.map(toApiKey));
    },
  });

  endpoint(app, operations.apiKeys.create, {
    async handler({ caller, body, request }) {
      const role = body.role ?? 'member';
      const created = await insertApiKey(database.tenant(caller.orgId), {
        orgId: caller.orgId,
        userId: caller.userId,
        role,
        scopes: chooseScopes(role, body.scopes, scopesGiven(request.credential!)),
        name: body.name,
        expiresAt: readExpiry(body.expires_at),
        actor: caller,
      });
      return { ...toApiKey(created), api_key: created.apiKey };
    },
  });

  endpoint(app, operations.apiKeys.rotate, {
    load: ({ caller: { orgId }, params }) => getApiKey(database.tenant(orgId), orgId, params.key_id),
    async handler({ caller, body, resource, request }) {
      refuseRotation(resource, scopesGiven(request.credential!));
      const expiresAt = body.expires_at === null ? null : readExpiry(body.expires_at);
      const kept = expiresAt === undefined ? resource.expires_at : expiresAt;
      if (kept !== null && kept.getTime() <= databaseNow())
        throw new AppError('conflict', { detail: 'This key has expired. Send a new expires_at with the rotation.' });
      const rotation = { overlapHours: body.overlap_hours ?? OVERLAP_HOURS, expiresAt };
      const rotated = await rotateApiKey(database.tenant(caller.orgId), resource, rotation, caller);
      await identity.announce();
      return { ...toApiKey(rotated), api_key: rotated.apiKey };
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

/** Nobody hands on a scope that they lack: neither by a new key nor by the new secret of another one. */
function chooseScopes(
  role: Role,
  wanted: readonly Scope[] | undefined,
  own: readonly Scope[] | undefined,
): Scope[] | null {
  const possible = scopesOf(role);
  const impossible = wanted?.filter((scope) => !possible.includes(scope)) ?? [];
  if (impossible.length > 0)
    throw invalidFields({ scopes: [`The role ${role} cannot have ${impossible.join(', ')}.`] });
  if (wanted === undefined && own === undefined) return null;
  const chosen = possible.filter((scope) => (wanted ?? own)!.includes(scope));
  const lacking = chosen.filter((scope) => own !== undefined && !own.includes(scope));
  if (chosen.length === 0 || lacking.length > 0) throw lacks(lacking);
  return chosen;
}

function refuseRotation({ personal, role, scopes }: ApiKey, own: readonly Scope[] | undefined): void {
  // Whoever gets the secret of a personal key acts as its owner.
  if (personal)
    throw new AppError('conflict', { detail: 'This is the key of a person, who renews it by signing in again.' });
  const lacking = (scopes ?? scopesOf(role)).filter((scope) => own !== undefined && !own.includes(scope));
  if (lacking.length > 0) throw lacks(lacking);
}

const lacks = (scopes: readonly Scope[]): AppError =>
  new AppError('insufficient_scope', {
    detail: scopes.length === 0 ? 'You have no scope that this role can have.' : `You lack ${scopes.join(', ')}.`,
  });

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
  scopes: key.scopes,
  user_id: key.user_id,
  created_at: key.created_at.toISOString(),
  last_used_at: key.last_used_at?.toISOString() ?? null,
  expires_at: key.expires_at?.toISOString() ?? null,
  rotated_at: key.rotated_at?.toISOString() ?? null,
  previous_until: key.previous_until?.toISOString() ?? null,
  personal: key.personal,
});
