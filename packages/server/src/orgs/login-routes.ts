import { operations } from '@errand/contract/operations/operations.ts';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { baseUrl } from '#http/base-url.ts';
import { endpoint } from '#http/endpoint.ts';
import type { Database } from '#platform/db.ts';
import { AppError } from '#platform/errors.ts';
import { sourceOf } from '#platform/source-of.ts';
import { approveLogin, denyLogin, getLogin, type Login, startLogin, takeKey } from './logins.ts';
import { countTry, forgetTries, removeOldTries } from './sign-in-tries.ts';

const INTERVAL_SECONDS = 2;
const VALID_DAYS = 90;

export function addLoginRoutes(app: FastifyInstance, { database }: { database: Database }): void {
  const db = database.system;

  async function count(name: string, address: string): Promise<void> {
    const retryAfterSeconds = await countTry(db, name, address);
    await removeOldTries(db);
    if (retryAfterSeconds > 0) throw new AppError('rate_limited', { detail: 'Too many attempts.', retryAfterSeconds });
  }

  /** Counts codes that are not found like wrong passwords, so that nobody can guess the login of another. */
  async function find(request: FastifyRequest, userCode: string): Promise<Login> {
    const credential = request.credential!;
    const name = `login ${credential.kind === 'key' ? credential.keyId : credential.userId}`;
    await count(name, request.ip);
    const login = await getLogin(db, userCode);
    await forgetTries(db, name, request.ip);
    return login;
  }

  endpoint(app, operations.logins.start, {
    async handler({ body, request }) {
      // Counted per address, so that one cannot keep others from asking.
      await count(`login from ${sourceOf(request.ip)}`, request.ip);
      const login = await startLogin(db, { clientName: body.client_name, address: request.ip });
      const userCode = withDash(login.user_code);
      return {
        device_code: login.deviceCode,
        user_code: userCode,
        verification_url: `${baseUrl(request)}/login?code=${userCode}`,
        expires_at: login.expires_at.toISOString(),
        interval_seconds: INTERVAL_SECONDS,
      };
    },
  });

  endpoint(app, operations.logins.take, {
    async handler({ body }) {
      const taken = await takeKey(db, body.device_code);
      if (typeof taken === 'string')
        return { status: taken, api_key: null, organization_name: null, role: null, expires_at: null };
      return {
        status: 'approved' as const,
        api_key: taken.apiKey,
        organization_name: taken.organizationName,
        role: taken.role,
        expires_at: taken.expires_at?.toISOString() ?? null,
      };
    },
  });

  endpoint(app, operations.logins.current, {
    async handler({ query, request }) {
      const login = await find(request, query.user_code);
      return {
        user_code: withDash(login.user_code),
        client_name: login.client_name,
        address: login.address,
        created_at: login.created_at.toISOString(),
        expires_at: login.expires_at.toISOString(),
      };
    },
  });

  endpoint(app, operations.logins.decide, {
    async handler({ caller, body, request }) {
      const { user_code: userCode } = await find(request, body.user_code);
      if (!body.approve) {
        await denyLogin(db, caller, userCode);
        return { status: 'denied' as const };
      }
      const validDays = body.valid_days === undefined ? VALID_DAYS : body.valid_days;
      await approveLogin(db, caller, { userCode, role: body.role, validDays });
      return { status: 'approved' as const };
    },
  });
}

const withDash = (code: string): string => `${code.slice(0, 4)}-${code.slice(4)}`;
