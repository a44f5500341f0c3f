import { operations } from '@errand/contract/operations/operations.ts';
import { type Scope, scopes, scopesOf, scopeWords } from '@errand/contract/scopes.ts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type Provider from 'oidc-provider';
import type { Client, Interaction } from 'oidc-provider';
import { endpoint } from '#http/endpoint.ts';
import { insertAudit } from '#orgs/audit.ts';
import type { LocalIdentity } from '#orgs/identity.ts';
import { listOrganizationsOfUser } from '#orgs/organizations.ts';
import { getSessionUser } from '#orgs/session-routes.ts';
import type { Database } from '#platform/db.ts';
import { AppError, forbidden, invalidFields, notFound } from '#platform/errors.ts';
import { insertGrant } from './grants-store.ts';

// The page where a person consents. Only the browser that began can decide, which its cookie shows: otherwise somebody
// could begin, have another person consent, and go on with that person's rights.

type Deps = { database: Database; identity: LocalIdentity };
type ProviderOf = (request: FastifyRequest) => Promise<Provider>;
type Open = { provider: Provider; interaction: Interaction; client: Client; wanted: Scope[]; resource: string };

/** People rarely belong to more; the others are reached by the search of the console's own switch. */
const ORGANIZATIONS_MAX = 100;

export function addInteractionRoutes(app: FastifyInstance, { database, identity }: Deps, providerOf: ProviderOf): void {
  const db = database.system;

  async function open(request: FastifyRequest, reply: FastifyReply, uid: string): Promise<Open> {
    const provider = await providerOf(request);
    const interaction = await findInteraction(provider, request, reply);
    if (interaction === undefined || interaction.uid !== uid || interaction.result !== undefined) throw gone();
    const client = await provider.Client.find(interaction.params.client_id);
    if (client === undefined) throw gone();
    const asked = interaction.params.scope?.split(' ') ?? [];
    const resource = [interaction.params.resource].flat()[0]!;
    return { provider, interaction, client, wanted: scopes.filter((scope) => asked.includes(scope)), resource };
  }

  endpoint(app, operations.oauth.interaction, {
    async handler({ request, reply, params }) {
      const { client, interaction, wanted, resource } = await open(request, reply, params.interaction);
      const { userId } = getSessionUser(request);
      const { rows } = await listOrganizationsOfUser(db, userId, { size: ORGANIZATIONS_MAX, offset: 0 });
      return {
        client_id: client.clientId,
        client_name: nameOf(client),
        client_uri: client.clientUri ?? null,
        redirect_host: hostOf(interaction.params.redirect_uri),
        resource,
        scopes: wanted.map((name) => ({ name, description: scopeWords[name] })),
        organizations: rows.map(({ id, name, role }) => ({
          id,
          name,
          role,
          scopes: wanted.filter((scope) => scopesOf(role).includes(scope)),
        })),
      };
    },
  });

  endpoint(app, operations.oauth.decide, {
    load: ({ request, reply, params }) => open(request, reply, params.interaction),
    async handler({ request, reply, body, resource: { provider, client, wanted, resource } }) {
      const { userId } = getSessionUser(request);
      const orgId = body.organization_id.toLowerCase();
      const access = await identity.findAccess(userId, orgId);
      if (access.kind !== 'member') throw forbidden('You are not a member of this organization.');
      const chosen = body.scopes ?? wanted;
      const possible = scopesOf(access.role);
      const granted = wanted.filter((scope) => chosen.includes(scope) && possible.includes(scope));
      if (body.approve && chosen.length === 0) throw invalidFields({ scopes: ['Choose at least one.'] });
      const about = { client_name: nameOf(client), client_id: client.clientId, resource, asked: wanted };
      const entry = { orgId, targetType: 'oauth_grant' };
      const author = { userId, keyId: null };
      if (!body.approve || granted.length === 0) {
        const reason = body.approve ? 'role' : 'person';
        await insertAudit(db, author, {
          ...entry,
          action: 'oauth_grant.refused',
          targetId: client.clientId.slice(0, 200),
          detail: { ...about, reason, role: access.role },
        });
        return finish(provider, { error: 'access_denied', error_description: refusals[reason] });
      }
      const id = await db.tx(async (tx) => {
        const grantId = await insertGrant(tx, {
          org_id: orgId,
          user_id: userId,
          client_id: client.clientId,
          client_name: nameOf(client),
          client_uri: client.clientUri ?? null,
          resource,
          scopes: granted.join(' '),
        });
        const detail = { ...about, scopes: granted, role: access.role };
        await insertAudit(tx, author, { ...entry, action: 'oauth_grant.created', targetId: grantId, detail });
        return grantId;
      });
      return finish(provider, { login: { accountId: String(userId), remember: false }, consent: { grantId: id } });

      async function finish(to: Provider, result: Record<string, unknown>) {
        return { redirect_to: await to.interactionResult(request.raw, reply.raw, result) };
      }
    },
  });
}

const refusals = {
  person: 'the person refused',
  role: 'the role of the person allows none of the scopes',
};

async function findInteraction(
  provider: Provider,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<Interaction | undefined> {
  try {
    return await provider.interactionDetails(request.raw, reply.raw);
  } catch (error) {
    const { errors } = await import('oidc-provider');
    if (error instanceof errors.SessionNotFound) return undefined;
    throw error;
  }
}

const gone = (): AppError =>
  new AppError('not_found', {
    detail:
      'This request has expired, was already decided, or was begun in another browser. Start again in the program.',
    cause: notFound('interaction'),
  });

const NAME_MAX = 200;
const nameOf = ({ clientName, clientId }: Client): string =>
  [...(clientName?.trim() || clientId)].slice(0, NAME_MAX).join('');
const hostOf = (uri: string): string => {
  const { host, protocol } = new URL(uri);
  return host === '' ? protocol : host;
};
