import type { Role } from '@errand/contract/roles.ts';
import { type Scope, scopes, scopesOf } from '@errand/contract/scopes.ts';
import type { Credential } from '#platform/caller.ts';
import type { Transactor } from '#platform/db.ts';
import { hashOf } from './artifacts-store.ts';
import { endGrant } from './end-grant.ts';
import { updateGrantUse } from './grants-store.ts';

type Row = {
  id: string;
  org_id: string;
  user_id: number;
  role: Role | null;
  agents_enabled: boolean;
  scope: string | null;
  audience: string;
  life_ms: number;
  use_is_old: boolean;
};

/** Finds who sent an access token, and what it may do now: its scopes, as far as the person's role allows them. */
export async function findAccessToken(
  db: Transactor,
  token: string,
): Promise<{ value: Credential; lifeMs: number } | undefined> {
  if (!/^[\w-]{43}$/.test(token)) return undefined;
  const [row] = await db.query<Row>(
    `select g.id, g.org_id, g.user_id, m.role, o.agents_enabled, a.payload->>'scope' as scope,
            a.payload->>'aud' as audience, (extract(epoch from a.expires_at - now()) * 1000)::float8 as life_ms,
            (g.last_used_at is null or g.last_used_at < now() - interval '1 minute') as use_is_old
     from oauth_artifacts a
     join oauth_grants g on g.id = a.grant_id and g.expires_at > now()
     join organizations o on o.id = g.org_id
     left join users u on u.id = g.user_id and u.deactivated_at is null
     left join memberships m on m.org_id = g.org_id and m.user_id = u.id and m.removed_at is null
     where a.hash = $1::bytea and a.kind = 'AccessToken' and a.expires_at > now()`,
    [hashOf('AccessToken', token)],
  );
  if (row === undefined) return undefined;
  if (row.role === null) {
    await endGrant(db, row.id, 'membership_ended');
    return undefined;
  }
  // Written in the background, as for API keys.
  if (row.use_is_old) updateGrantUse(db, row.id).catch(() => undefined);
  const granted = row.scope?.split(' ') ?? [];
  const possible: readonly Scope[] = scopesOf(row.role);
  return {
    value: {
      kind: 'program',
      grantId: row.id,
      orgId: row.org_id,
      userId: row.user_id,
      role: row.role,
      agentsEnabled: row.agents_enabled,
      scopes: scopes.filter((scope) => granted.includes(scope) && possible.includes(scope)),
      audience: row.audience,
    },
    lifeMs: row.life_ms,
  };
}
