import { CurrentUser, LoginAnswer, LoginBody, SignInLinkBody } from '@errand/contract/organizations.ts';
import type { FastifyInstance } from 'fastify';
import { endpoint } from '#http/endpoint.ts';
import { readBody } from '#http/validate.ts';
import type { Database } from '#platform/db.ts';
import { AppError } from '#platform/errors.ts';
import { limits } from '#platform/limits.ts';
import type { LocalIdentity } from './identity.ts';
import { createSignIn } from './sign-in.ts';
import { takeSignInLink } from './sign-in-links.ts';
import { displayName, findUser, type User, updateLastLogin } from './users.ts';

type Deps = { database: Database; identity: LocalIdentity };

export function addUserRoutes(app: FastifyInstance, { database, identity }: Deps): void {
  const signIn = createSignIn(database.system, identity.signToken);

  endpoint(app, {
    method: 'POST',
    path: '/v1/auth/login/',
    tag: 'Users',
    summary: 'Sign in',
    description: 'A user token for an e-mail and its password. Tries are limited for each address and e-mail.',
    scope: 'none',
    body: LoginBody,
    responses: { 200: LoginAnswer },
    errors: ['invalid_fields', 'not_authenticated', 'rate_limited'],
    async handler(request, reply) {
      const { email, password } = readBody(request, LoginBody);
      const { token, expiresAt, user } = await signIn(email, password, request.ip);
      reply.header('cache-control', 'no-store');
      return { token, expires_at: expiresAt, user: toCurrentUser(user) };
    },
  });

  endpoint(app, {
    method: 'POST',
    path: '/v1/auth/link/',
    tag: 'Users',
    summary: 'Sign in with a link',
    description: 'A user token for the code of a sign-in link. A code works once, within an hour.',
    scope: 'none',
    body: SignInLinkBody,
    responses: { 200: LoginAnswer },
    errors: ['invalid_fields', 'not_authenticated'],
    async handler(request, reply) {
      const { code } = readBody(request, SignInLinkBody);
      const userId = await takeSignInLink(database.system, code);
      const user = userId === undefined ? undefined : await findUser(database.system, userId);
      if (user === undefined) {
        throw new AppError('not_authenticated', { detail: 'This sign-in link was used already or is too old.' });
      }
      const { token, expiresAt } = await identity.signToken(user.id, limits.tokenHours);
      await updateLastLogin(database.system, user.id);
      reply.header('cache-control', 'no-store');
      return { token, expires_at: expiresAt, user: toCurrentUser(user) };
    },
  });

  endpoint(app, {
    method: 'GET',
    path: '/v1/users/current_user/',
    tag: 'Users',
    summary: 'Retrieve the current user',
    description: 'The user of the token, or the owner of the API key.',
    scope: 'credential',
    responses: { 200: CurrentUser },
    errors: ['not_found'],
    async handler(request) {
      const { userId } = request.credential!;
      const user = userId === null ? undefined : await findUser(database.system, userId);
      if (user === undefined) throw new AppError('not_found', { detail: 'The owner of this API key is gone.' });
      return toCurrentUser(user);
    },
  });
}

const toCurrentUser = (user: User) => ({
  id: user.id,
  email: user.email,
  first_name: user.first_name,
  last_name: user.last_name,
  display_name: displayName(user),
  is_staff: false,
  is_superuser: false,
  is_active: true,
  date_joined: user.created_at,
  is_first_login: user.last_login_at === null,
  is_email_verified: true,
  is_mfa_enabled: false,
});
