import { operations } from '@errand/contract/operations/operations.ts';
import { LogoutTokenBody, type SignOn } from '@errand/contract/sso.ts';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { baseUrl } from '#http/base-url.ts';
import { bodyKind, formFields, readJsonObject } from '#http/body.ts';
import { endpoint } from '#http/endpoint.ts';
import type { Service } from '#http/service.ts';
import { check } from '#http/validate.ts';
import type { LocalIdentity } from '#orgs/identity.ts';
import type { OidcSettings } from '#orgs/oidc-settings.ts';
import { getSessionUser, signOut } from '#orgs/session-routes.ts';
import { toCurrentUser, userAgentOf } from '#orgs/user-routes.ts';
import type { Database } from '#platform/db.ts';
import { AppError } from '#platform/errors.ts';
import { describeDirectory } from '#scim/directory.ts';
import type { SecretBox } from '#secrets/box.ts';
import type { Sso } from './sign-in.ts';
import { endByLogoutToken, findSignOutUrl } from './sign-out.ts';

type Deps = {
  database: Database;
  identity: LocalIdentity;
  box: SecretBox;
  oidc: OidcSettings | undefined;
  /** Undefined if single sign-on is not configured. */
  sso: Sso | undefined;
};

/** The page of the console that passes on what the provider sent. */
export const redirectUri = (request: FastifyRequest): string => `${baseUrl(request)}/sign-in/callback`;

export const service: Service<Omit<Deps, 'oidc'> & { config: Pick<Deps, 'oidc'> }> = ({ config, ...deps }) => ({
  routes: (app) => addSsoRoutes(app, { ...deps, oidc: config.oidc }),
});

function addSsoRoutes(app: FastifyInstance, { database, identity, box, oidc, sso }: Deps): void {
  const db = database.system;
  const configured = (): Sso => {
    if (sso === undefined)
      throw new AppError('not_found', {
        detail: 'Single sign-on is not configured: ERRAND_OIDC_CLIENT_ID is not set.',
      });
    return sso;
  };

  endpoint(app, operations.sso.methods, {
    handler: () => {
      const signIn = sso?.settings.signIn;
      return { password: !(signIn?.only ?? false), sso: signIn === undefined ? null : { name: signIn.name } };
    },
  });

  endpoint(app, operations.sso.start, {
    async handler({ body, request }) {
      const started = await configured().start({ next: body.next, redirectUri: redirectUri(request) });
      return { url: started.url, ticket: started.ticket, expires_at: started.expiresAt.toISOString() };
    },
  });

  endpoint(app, operations.sso.complete, {
    async handler({ body, request }) {
      const { token, expiresAt, user, next } = await configured().complete(body, userAgentOf(request));
      return { token, expires_at: expiresAt.toISOString(), user: toCurrentUser(user), next };
    },
  });

  endpoint(app, operations.sso.signOut, {
    async handler({ request }) {
      const { sessionId } = getSessionUser(request);
      const returnUrl = `${baseUrl(request)}/sign-in`;
      const url =
        sso === undefined || sessionId === null
          ? undefined
          : await findSignOutUrl(db, { sso, box }, { sessionId, returnUrl });
      await signOut(request, { database, identity });
      return { url: url ?? null };
    },
  });

  endpoint(app, operations.sso.backChannelLogout, {
    readBody: ({ request }) => check(LogoutTokenBody, readFields(request)),
    async handler({ body }) {
      const ended = await endByLogoutToken(db, configured(), body.logout_token);
      if (ended > 0) await identity.announce();
      return { ended };
    },
  });

  endpoint(app, operations.sso.status, {
    async handler({ caller: { orgId }, request }): Promise<SignOn> {
      const roles = (oidc?.groupRoles ?? []).filter((one) => one.orgId === orgId);
      return {
        sso: sso === undefined ? null : await describe(sso, request),
        roles: roles.map(({ group, role }) => ({ group, role })),
        scim: { url: `${baseUrl(request)}/scim/v2`, ...(await describeDirectory(db, orgId)) },
      };
    },
  });
}

function readFields(request: FastifyRequest): Record<string, unknown> {
  if (bodyKind(request) !== 'form') return readJsonObject(request);
  try {
    return Object.fromEntries(formFields(request));
  } catch (error) {
    throw new AppError('bad_request', { detail: `Request body: ${(error as Error).message}` });
  }
}

async function describe({ settings, provider }: Sso, request: FastifyRequest): Promise<SignOn['sso']> {
  return {
    name: settings.signIn.name,
    issuer: settings.issuer,
    password_sign_in: !settings.signIn.only,
    creates_users: settings.createsUsers,
    groups_claim: settings.groupsClaim,
    redirect_url: redirectUri(request),
    backchannel_logout_url: `${baseUrl(request)}/v1/auth/sso/backchannel-logout/`,
    problem: await provider.findProblem(),
  };
}
