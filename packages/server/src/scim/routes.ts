import { errorTable } from '@errand/contract/errors.ts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { baseUrl } from '#http/base-url.ts';
import { readBearer } from '#http/bearer.ts';
import { jsonObject } from '#http/body.ts';
import { translate } from '#http/error-answer.ts';
import type { Service } from '#http/service.ts';
import type { LocalIdentity } from '#orgs/identity.ts';
import type { GroupRole } from '#orgs/oidc-settings.ts';
import type { Database } from '#platform/db.ts';
import { JsonError } from '#platform/json.ts';
import { errorBody, ScimError } from './errors.ts';
import { type Answer, handlers } from './handlers.ts';
import { findScimToken, recordProblem, recordUse, type ScimToken } from './tokens.ts';

// SCIM 2.0 for directories. It is a separate protocol (RFC 7643, 7644) and not part of our contract: paths, media type,
// errors and credentials follow the RFCs (decision 0079).

type Deps = { database: Database; identity: LocalIdentity; groupRoles: readonly GroupRole[] };

export const SCIM_PATH = '/scim/v2';
const MEDIA_TYPE = 'application/scim+json';

/** All methods and paths, for the test of the access matrix. */
export const scimPaths: readonly [method: string, path: string][] = Object.keys(handlers).map(
  (name) => name.split(' ') as [string, string],
);

type Settings = { oidc: { groupRoles: readonly GroupRole[] } | undefined };

export const service: Service<Omit<Deps, 'groupRoles'> & { config: Settings }> = ({ database, identity, config }) => ({
  routes: (app) => addScimRoutes(app, { database, identity, groupRoles: config.oidc?.groupRoles ?? [] }),
});

function addScimRoutes(app: FastifyInstance, deps: Deps): void {
  const db = deps.database.system;
  const tokens = new WeakMap<FastifyRequest, ScimToken>();

  app.register(async (scope) => {
    scope.addContentTypeParser(MEDIA_TYPE, { parseAs: 'buffer' }, (_request, body, done) => done(null, body));

    scope.addHook('onRequest', async (request) => {
      const given = readBearer(request.headers.authorization ?? '');
      const token = given === undefined ? undefined : await findScimToken(db, given);
      if (token === undefined)
        throw new ScimError(
          401,
          'The SCIM token is missing, unknown, revoked or expired. Create one with npx errand scim token create.',
        );
      tokens.set(request, token);
    });

    scope.setErrorHandler((error: Error, request, reply) => {
      const known = toScimError(error, request);
      if (known.status >= 500)
        request.log.error({ reqId: request.id, err: error, event: 'http.error' }, 'request failed');
      const token = tokens.get(request);
      // Directories often ask for things that do not exist. The settings page shows all other errors.
      if (token !== undefined && known.status !== 404)
        recordProblem(db, token.id, `${request.method} ${request.url.split('?', 1)[0]}: ${known.message}`).catch(
          () => undefined,
        );
      if (known.status === 401) reply.header('www-authenticate', 'Bearer');
      return send(reply, { status: known.status, body: errorBody(known) });
    });

    for (const [name, handle] of Object.entries(handlers)) {
      const [method, path] = name.split(' ') as [string, string];
      scope.route({
        method,
        url: `${SCIM_PATH}${path}`,
        async handler(request, reply) {
          const token = tokens.get(request)!;
          const isWrite = method !== 'GET';
          const answer = await handle({
            change: { db, scope: token.for_org, by: `SCIM token ${token.prefix}`, groupRoles: deps.groupRoles },
            id: (request.params as { id?: string }).id ?? '',
            query: request.query as Record<string, unknown>,
            body: isWrite && method !== 'DELETE' ? readBody(request) : {},
            base: `${baseUrl(request)}${SCIM_PATH}`,
          });
          await recordUse(db, token.id, { wrote: isWrite });
          // Lost rights take effect at the next request, in every process.
          if (isWrite) await deps.identity.announce();
          return send(reply, answer);
        },
      });
    }
    scope.route({
      method: ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'],
      url: `${SCIM_PATH}/*`,
      handler: () => {
        throw new ScimError(404, 'There is nothing at this path. See ServiceProviderConfig and ResourceTypes.');
      },
    });
  });
}

function readBody(request: FastifyRequest): Record<string, unknown> {
  try {
    return jsonObject(request);
  } catch (error) {
    if (error instanceof JsonError) throw new ScimError(400, `Request body: ${error.message}`, 'invalidSyntax');
    throw error;
  }
}

function send(reply: FastifyReply, { status, body, location }: Answer): FastifyReply {
  if (location !== undefined) reply.header('location', location);
  reply.code(status);
  if (body === undefined) return reply.send();
  return reply.type(`${MEDIA_TYPE}; charset=utf-8`).send(JSON.stringify(body));
}

/** Translates errors of our own code to SCIM errors. */
function toScimError(error: Error, request: FastifyRequest): ScimError {
  if (error instanceof ScimError) return error;
  const known = translate(error, request);
  if (known === undefined) return new ScimError(500, `Something went wrong on our side. Request id: ${request.id}`);
  const { status } = errorTable[known.code];
  const fields = Object.entries(known.options.fields ?? {}).map(
    ([name, texts]) => `${name}: ${[texts].flat().join(' ')}`,
  );
  return new ScimError(
    status,
    fields.length > 0 ? fields.join(' ') : known.message,
    status === 400 ? 'invalidValue' : undefined,
  );
}
