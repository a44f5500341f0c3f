import type { IncomingMessage, ServerResponse } from 'node:http';
import type Provider from 'oidc-provider';
import type { ProviderError } from 'oidc-provider';
import type { Transactor } from '#platform/db.ts';
import type { Logger } from '#platform/log.ts';
import { auditRefusal } from './end-grant.ts';
import { findGrant } from './grants-store.ts';

type Context = Parameters<Parameters<Provider['use']>[0]>[0];

/** Passes a request to the authorization server, under the address by which the service is known. */
export function answerRequest(provider: Provider, request: IncomingMessage, response: ServerResponse): void {
  const { protocol, host, pathname } = new URL(provider.issuer);
  request.headers['x-forwarded-proto'] = protocol.slice(0, -1);
  request.headers['x-forwarded-host'] = host;
  // The server makes its own addresses from this.
  if (pathname !== '/') Object.assign(request, { originalUrl: pathname.replace(/\/$/, '') + request.url });
  provider.callback()(request, response);
}

/** Records refusals of codes and tokens before the response is sent. */
export function watchRefusals(provider: Provider, db: Transactor, log: Pick<Logger, 'info' | 'error'>): void {
  const refused = new WeakMap<Context, ProviderError>();
  for (const event of ['grant.error', 'authorization.error', 'registration_create.error', 'revocation.error'])
    provider.on(event, (context, error) => refused.set(context, error));
  provider.on('server_error', (_context, error) => log.error({ err: error, event: 'oauth.error' }, 'request failed'));
  provider.use(async (context, next) => {
    await next();
    const error = refused.get(context);
    if (error === undefined) return;
    const { route, client } = context.oidc;
    const about = { error: error.error, reason: error.error_detail ?? error.error_description ?? '' };
    // Whoever has not signed in belongs to no organization, so that only the log can tell.
    log.info({ event: 'oauth.refused', route, client: client?.clientId, ...about }, 'request of a program refused');
    const id = await findGrantId(provider, context.oidc);
    const grant = id === undefined ? undefined : await findGrant(db, id);
    if (grant !== undefined) await auditRefusal(db, grant, { request: route, asked_by: client?.clientId, ...about });
  });
}

/** The grant that a request is about. A code or token that was refused tells it, whoever presents it. */
async function findGrantId(provider: Provider, { entities, params }: Context['oidc']): Promise<string | undefined> {
  const known = entities.Grant?.jti ?? entities.AuthorizationCode?.grantId ?? entities.RefreshToken?.grantId;
  if (known !== undefined) return known;
  const { code, refresh_token: token } = params ?? {};
  if (typeof code === 'string') return (await provider.AuthorizationCode.find(code))?.grantId;
  if (typeof token === 'string') return (await provider.RefreshToken.find(token))?.grantId;
  return undefined;
}
