import { operations } from '@errand/contract/operations/operations.ts';
import { hasRole } from '@errand/contract/roles.ts';
import { scopes } from '@errand/contract/scopes.ts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type Provider from 'oidc-provider';
import { baseUrl } from '#http/base-url.ts';
import { endpoint } from '#http/endpoint.ts';
import type { At } from '#http/endpoint-options.ts';
import { envelope, readPaging } from '#http/paging.ts';
import type { Service } from '#http/service.ts';
import type { LocalIdentity } from '#orgs/identity.ts';
import { countTry, removeOldTries } from '#orgs/sign-in-tries.ts';
import { AppError, notFound } from '#platform/errors.ts';
import { doors } from '#platform/resources.ts';
import { sourceOf } from '#platform/source-of.ts';
import { answerRequest } from './answer-request.ts';
import { endGrant } from './end-grant.ts';
import { findShownGrant, listGrants, type ShownGrant } from './grants-store.ts';
import { addInteractionRoutes } from './interaction-routes.ts';
import type { ProviderDeps } from './providers.ts';
import type { OAuthSettings } from './settings.ts';

type Deps = ProviderDeps & { identity: LocalIdentity };

export const service: Service<Omit<Deps, 'settings'> & { config: { oauth: OAuthSettings } }> = ({
  config,
  ...deps
}) => ({
  routes: (app) => addOAuthRoutes(app, { ...deps, settings: config.oauth }),
});

function addOAuthRoutes(app: FastifyInstance, deps: Deps): void {
  const providerOf = createProviderOf(deps);
  addProtocol(app, deps, providerOf);
  addMetadata(app);
  addInteractionRoutes(app, deps, providerOf);
  addGrantRoutes(app, deps);
}

type ProviderOf = (request: FastifyRequest) => Promise<Provider>;

/** The library is loaded for the first program that signs in, because it is a tenth of what a process loads. */
function createProviderOf(deps: Deps): ProviderOf {
  let loaded: Promise<(issuer: string) => Provider> | undefined;
  return async (request) => {
    loaded ??= import('./providers.ts').then(({ createProviders }) => createProviders(deps));
    return (await loaded)(baseUrl(request));
  };
}

/** The endpoints of the RFCs. The library reads their bodies, so they are handed over before ours would. */
function addProtocol(app: FastifyInstance, { database, settings }: Deps, providerOf: ProviderOf): void {
  const db = database.system;
  const hand = async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    const provider = await providerOf(request);
    reply.hijack();
    for (const [name, value] of Object.entries(reply.getHeaders()))
      if (value !== undefined) reply.raw.setHeader(name, value as string);
    answerRequest(provider, request.raw, reply.raw);
  };
  const limit = async (request: FastifyRequest): Promise<void> => {
    // Registering is free, so it is counted like attempts to sign in.
    const retryAfterSeconds = await countTry(db, `oauth registration from ${sourceOf(request.ip)}`, request.ip);
    await removeOldTries(db);
    if (retryAfterSeconds > 0) throw new AppError('rate_limited', { retryAfterSeconds });
  };
  const route = (method: 'GET' | 'POST' | 'OPTIONS', url: string, before?: typeof limit): void => {
    app.route({
      method,
      url,
      onRequest: async (request, reply) => {
        await before?.(request);
        await hand(request, reply);
      },
      handler: () => undefined,
    });
  };
  route('GET', '/oauth/authorize');
  route('GET', '/oauth/authorize/:uid');
  route('GET', '/oauth/jwks');
  route('GET', '/.well-known/oauth-authorization-server');
  for (const url of ['/oauth/token', '/oauth/revoke']) {
    route('POST', url);
    route('OPTIONS', url);
  }
  if (settings.registration) route('POST', '/oauth/register', limit);
}

/** What each resource is and who signs people in for it (RFC 9728). */
function addMetadata(app: FastifyInstance): void {
  for (const door of ['', ...doors]) {
    app.get(`/.well-known/oauth-protected-resource${door}`, async (request, reply) => {
      const base = baseUrl(request);
      void reply.header('access-control-allow-origin', '*');
      return {
        resource: `${base}${door}`,
        authorization_servers: [base],
        scopes_supported: scopes,
        bearer_methods_supported: ['header'],
        resource_name: 'Errand',
        resource_documentation: `${base}/docs/oauth/`,
      };
    });
  }
}

function addGrantRoutes(app: FastifyInstance, { database, identity }: Deps): void {
  async function load({ caller, params: { grant_id: id } }: At<'grant_id'>): Promise<ShownGrant> {
    const grant = await findShownGrant(database.system, caller.orgId, id);
    const isTheirs = grant !== undefined && (grant.user_id === caller.userId || hasRole(caller.role, 'admin'));
    if (!isTheirs) throw notFound('connected program');
    return grant;
  }

  endpoint(app, operations.oauth.listGrants, {
    async handler({ caller: { orgId, role, userId }, request }) {
      const paging = readPaging(request);
      // A key without an owner has no programs of its own.
      const only = hasRole(role, 'admin') ? null : (userId ?? -1);
      const { count, rows } = await listGrants(database.system, orgId, only, paging);
      return envelope(request, paging, count, rows.map(toGrant));
    },
  });

  endpoint(app, operations.oauth.getGrant, { load, handler: ({ resource }) => toGrant(resource) });

  endpoint(app, operations.oauth.endGrant, {
    load,
    async handler({ caller, resource: { id } }) {
      await endGrant(database.system, id, 'revoked', caller);
      await identity.announce();
    },
  });
}

const toGrant = (row: ShownGrant) => ({
  id: row.id,
  client_id: row.client_id,
  client_name: row.client_name,
  client_uri: row.client_uri,
  resource: row.resource,
  scopes: scopes.filter((scope) => row.scopes.split(' ').includes(scope)),
  user: {
    id: row.user_id,
    email: row.email,
    display_name: `${row.first_name} ${row.last_name}`.trim() || row.email.split('@', 1)[0]!,
  },
  created_at: row.created_at.toISOString(),
  last_used_at: row.last_used_at?.toISOString() ?? null,
});
