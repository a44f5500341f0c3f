import type { JWTPayload } from 'jose';
import type { Configuration } from 'openid-client';
import type { LocalIdentity } from '#orgs/identity.ts';
import { createOutsideTokens } from '#orgs/outside-tokens.ts';
import { type Directory, findOutsideUser } from '#orgs/outside-users.ts';
import { sealedIdTokens } from '#orgs/sessions.ts';
import { findUser, type User, updateLastLogin } from '#orgs/users.ts';
import type { Transactor } from '#platform/db.ts';
import { AppError } from '#platform/errors.ts';
import { limits } from '#platform/limits.ts';
import type { Logger } from '#platform/log.ts';
import type { SecretBox } from '#secrets/box.ts';
import { explainAnswer, explainPerson, refusals } from './explain.ts';
import { createProvider, down, type Provider, type SsoSettings } from './provider.ts';
import { openTicket, sealTicket, TICKET_MINUTES, type Ticket, useState } from './tickets.ts';

// Signs people in to the console at the identity provider: authorization code with PKCE, state and nonce. The same
// rules as for bearer tokens find the user, who gets the same session as with a password.

export type Callback = {
  ticket: string;
  state: string;
  code?: string | undefined;
  iss?: string | undefined;
  error?: string | undefined;
  error_description?: string | undefined;
};

export type SignedIn = { token: string; expiresAt: Date; user: User; next: string | null };

export type Sso = {
  settings: SsoSettings;
  provider: Provider;
  start(given: { next?: string | undefined; redirectUri: string }): Promise<{
    url: string;
    ticket: string;
    expiresAt: Date;
  }>;
  complete(callback: Callback, userAgent: string): Promise<SignedIn>;
  /** Verifies tokens of the provider for this application. */
  tokens: ReturnType<typeof createOutsideTokens>;
};

type Deps = {
  settings: SsoSettings;
  db: Transactor;
  identity: LocalIdentity;
  box: SecretBox;
  directory: Directory;
  fetch: typeof fetch;
  log: Pick<Logger, 'info' | 'warn'>;
};

export function createSso(deps: Deps): Sso {
  const { settings, db, identity, box, directory, fetch, log } = deps;
  const { signIn, issuer, jwksUrl } = settings;
  const provider = createProvider({ settings, fetch });
  const tokens = createOutsideTokens({ issuer, jwksUrl, audience: signIn.clientId, fetch });

  async function complete(callback: Callback, userAgent: string): Promise<SignedIn> {
    const ticket = await openTicket(box, callback.ticket);
    if (ticket === undefined || ticket.state !== callback.state) throw refusals.ticket();
    const config = await provider.open();
    const { claims, subject, idToken } = await exchange(config, ticket, callback);
    if (!(await useState(db, ticket.state))) throw refusals.used();
    const found = await findOutsideUser(db, { settings, directory }, { subject, claims });
    if ('refused' in found) {
      log.info({ event: 'sign_in.refused', issuer, subject, reason: found.refused }, 'sign-in refused');
      throw refusals.person(signIn.name, explainPerson(found.refused));
    }
    // Roles are cached for seconds, so clear the cache: people who sign in see what their groups grant.
    if (found.changed) await identity.announce();
    await updateLastLogin(db, found.userId);
    const sealedIdToken = await box.seal(sealedIdTokens.at({}), idToken);
    const sid = typeof claims.sid === 'string' && claims.sid.length <= 500 ? claims.sid : null;
    const session = { userId: found.userId, hours: limits.tokenHours, userAgent };
    const opened = await identity.openSession({ ...session, provider: { issuer, sid, sealedIdToken } });
    return { ...opened, user: (await findUser(db, found.userId))!, next: ticket.next };
  }

  /** Exchanges the code for an identity token. The library checks the claims, `tokens` also the signature. */
  async function exchange(config: Configuration, ticket: Ticket, callback: Callback) {
    const openid = await import('openid-client');
    const url = new URL(ticket.redirectUri);
    for (const name of ['state', 'code', 'iss', 'error', 'error_description'] as const)
      if (callback[name] !== undefined) url.searchParams.set(name, callback[name]);
    const answer = await openid
      .authorizationCodeGrant(config, url, {
        pkceCodeVerifier: ticket.verifier,
        expectedState: ticket.state,
        expectedNonce: ticket.nonce,
        idTokenExpected: true,
      })
      .catch(fail);
    const idToken = answer.id_token!;
    const verified = await tokens.verify(idToken).catch(fail);
    if ('refused' in verified) {
      log.warn({ event: 'sign_in.refused', issuer, reason: verified.refused }, 'identity token refused');
      throw refusals.signature(signIn.name, new Error(verified.refused));
    }
    const { subject, claims } = verified;
    return { subject, idToken, claims: await completeClaims(config, claims, answer.access_token) };
  }

  /** Asks for e-mail and groups, which providers leave out of the identity token unless configured otherwise. */
  async function completeClaims(config: Configuration, claims: JWTPayload, accessToken: string): Promise<JWTPayload> {
    const isComplete = claims.email !== undefined && claims[settings.groupsClaim] !== undefined;
    if (isComplete || config.serverMetadata().userinfo_endpoint === undefined) return claims;
    const openid = await import('openid-client');
    const more = await openid.fetchUserInfo(config, accessToken, claims.sub!).catch(fail);
    // Signed claims win.
    return { ...(more as JWTPayload), ...claims };
  }

  function fail(error: unknown): never {
    if (error instanceof AppError && error.code !== 'unavailable') throw error;
    const explained = explainAnswer(signIn.name, error);
    const { message, code } = error as { message?: unknown; code?: unknown };
    log.warn({ event: 'sign_in.failed', issuer, reason: message, code }, 'sign-in at the identity provider failed');
    throw explained ?? down(signIn, error);
  }

  return {
    settings,
    provider,
    tokens,
    complete,
    async start({ next, redirectUri }) {
      const config = await provider.open().catch(fail);
      const openid = await import('openid-client');
      const expiresAt = Date.now() + TICKET_MINUTES * 60_000;
      const [state, nonce, verifier] = [openid.randomState(), openid.randomNonce(), openid.randomPKCECodeVerifier()];
      const url = openid.buildAuthorizationUrl(config, {
        redirect_uri: redirectUri,
        scope: signIn.scope,
        code_challenge: await openid.calculatePKCECodeChallenge(verifier),
        code_challenge_method: 'S256',
        state,
        nonce,
      });
      const ticket: Ticket = { state, nonce, verifier, redirectUri, next: next ?? null, expiresAt };
      return { url: url.href, ticket: await sealTicket(box, ticket), expiresAt: new Date(expiresAt) };
    },
  };
}
