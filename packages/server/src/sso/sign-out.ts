import { auditUser } from '#orgs/audit-user.ts';
import { findLinkedUser } from '#orgs/outside-users.ts';
import { deleteProviderSessions, findProviderSession, sealedIdTokens } from '#orgs/sessions.ts';
import type { Transactor } from '#platform/db.ts';
import { AppError } from '#platform/errors.ts';
import type { SecretBox } from '#secrets/box.ts';
import type { Sso } from './sign-in.ts';

/**
 * Returns the address that ends the provider's session. Undefined if the session did not begin there or there is none.
 */
export async function findSignOutUrl(
  db: Transactor,
  { sso, box }: { sso: Sso; box: SecretBox },
  { sessionId, returnUrl }: { sessionId: string; returnUrl: string },
): Promise<string | undefined> {
  const session = await findProviderSession(db, sessionId);
  if (session === undefined || session.issuer !== sso.settings.issuer) return undefined;
  // A provider that is down must not prevent signing out here.
  const config = await sso.provider.open().catch(() => undefined);
  if (config?.serverMetadata().end_session_endpoint === undefined) return undefined;
  const idToken =
    session.sealedIdToken === null
      ? undefined
      : await box.open(sealedIdTokens.at({}), session.sealedIdToken).catch(() => undefined);
  const openid = await import('openid-client');
  return openid.buildEndSessionUrl(config, {
    ...(idToken !== undefined && { id_token_hint: idToken }),
    post_logout_redirect_uri: returnUrl,
  }).href;
}

const EVENT = 'http://schemas.openid.net/event/backchannel-logout';
/** A logout token is created when it is sent, so an old one is a replay. */
const AGE_SECONDS_MAX = 300;

const refuse = (detail: string): AppError => new AppError('invalid_request', { detail });

/** Ends the sessions of a person, or of one session at the provider (OpenID Connect Back-Channel Logout 1.0). */
export async function endByLogoutToken(db: Transactor, sso: Sso, token: string): Promise<number> {
  const verified = await sso.tokens.verify(token, { isLogout: true });
  if ('refused' in verified) throw refuse(`The logout token is not valid. ${verified.refused}`);
  const { claims } = verified;
  const events = claims.events as Record<string, unknown> | null | undefined;
  if (typeof events !== 'object' || events === null || !Object.hasOwn(events, EVENT))
    throw refuse('This is not a logout token, because it has no logout event.');
  if (claims.nonce !== undefined) throw refuse('A logout token must not have a nonce.');
  if (claims.iat === undefined || claims.iat < Date.now() / 1000 - AGE_SECONDS_MAX)
    throw refuse('The logout token is too old.');
  const { issuer } = sso.settings;
  const sid = typeof claims.sid === 'string' ? claims.sid : null;
  const userId = claims.sub === undefined ? null : ((await findLinkedUser(db, issuer, claims.sub)) ?? 0);
  if (sid === null && userId === null) throw refuse('The logout token names neither a session nor a person.');
  return db.tx(async (tx) => {
    const ended = await deleteProviderSessions(tx, { issuer, sid, userId });
    for (const [id, sessions] of Map.groupBy(ended, (row) => row.user_id)) {
      const detail = { ended: sessions.length, by: 'identity provider' };
      await auditUser(tx, 'operator', { userId: id, action: 'user.sessions_ended', detail });
    }
    return ended.length;
  });
}
