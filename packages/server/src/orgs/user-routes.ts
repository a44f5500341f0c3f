import { operations } from '@errand/contract/operations/operations.ts';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { endpoint } from '#http/endpoint.ts';
import type { Database } from '#platform/db.ts';
import { AppError, forbidden } from '#platform/errors.ts';
import { limits } from '#platform/limits.ts';
import { changePassword } from './change-password.ts';
import type { LocalIdentity } from './identity.ts';
import { addSessionRoutes, getSessionUser } from './session-routes.ts';
import { createSignIn } from './sign-in.ts';
import { takeSignInLink } from './sign-in-links.ts';
import { displayName, findUser, refuseDeactivated, type User, updateLastLogin } from './users.ts';

type Deps = {
  database: Database;
  identity: LocalIdentity;
  /** If set, people must sign in with this identity provider, and passwords are not accepted. */
  onlyProvider?: string | undefined;
};

export function addUserRoutes(app: FastifyInstance, { database, identity, onlyProvider }: Deps): void {
  const signIn = createSignIn(database.system, identity.openSession);
  addSessionRoutes(app, { database, identity });

  endpoint(app, operations.signIn.withPassword, {
    async handler({ body: { email, password }, request }) {
      if (onlyProvider !== undefined)
        throw forbidden(
          `Passwords are not accepted. Sign in with ${onlyProvider}. While it is down, an operator can create a link with npx errand user sign-in-link.`,
        );
      const from = { address: request.ip, userAgent: userAgentOf(request) };
      const { token, expiresAt, user } = await signIn(email, password, from);
      return { token, expires_at: expiresAt.toISOString(), user: toCurrentUser(user) };
    },
  });

  endpoint(app, operations.signIn.withLink, {
    async handler({ body: { code }, request }) {
      const userId = await takeSignInLink(database.system, code);
      const user = userId === undefined ? undefined : await findUser(database.system, userId);
      if (user === undefined) {
        throw new AppError('not_authenticated', { detail: 'This sign-in link was already used or has expired.' });
      }
      refuseDeactivated(user);
      const session = { userId: user.id, hours: limits.tokenHours, userAgent: userAgentOf(request) };
      const { token, expiresAt } = await identity.openSession(session);
      await updateLastLogin(database.system, user.id);
      return { token, expires_at: expiresAt.toISOString(), user: toCurrentUser(user) };
    },
  });

  endpoint(app, operations.signIn.currentUser, {
    async handler({ request }) {
      const { userId } = request.credential!;
      const user = userId === null ? undefined : await findUser(database.system, userId);
      if (user === undefined)
        throw new AppError('not_found', { detail: 'The owner of this API key no longer exists.' });
      return toCurrentUser(user);
    },
  });

  endpoint(app, operations.signIn.changePassword, {
    async handler({ body, request }) {
      const user = getSessionUser(request);
      await changePassword(database.system, user, {
        current: body.current_password,
        next: body.new_password,
        address: request.ip,
      });
      await identity.announce();
    },
  });
}

export const userAgentOf = (request: FastifyRequest): string => request.headers['user-agent'] ?? '';

export const toCurrentUser = (user: User) => ({
  id: user.id,
  email: user.email,
  first_name: user.first_name,
  last_name: user.last_name,
  display_name: displayName(user),
  is_staff: false,
  is_superuser: false,
  is_active: user.deactivated_at === null,
  date_joined: user.created_at.toISOString(),
  is_first_login: user.last_login_at === null,
  is_email_verified: true,
  is_mfa_enabled: false,
});
