import { createHash, randomBytes } from 'node:crypto';
import { insertAudit } from '#orgs/audit.ts';
import type { Db, Transactor } from '#platform/db.ts';
import { notFound } from '#platform/errors.ts';
import { newId } from '#platform/ids.ts';

// Credentials of directories. A token opens only /scim/v2, for one organization or for the whole installation. Only its
// hash is stored.

export type ScimToken = {
  id: string;
  /** Null for the whole installation. */
  for_org: string | null;
  prefix: string;
  name: string;
  created_at: Date;
  expires_at: Date | null;
  last_used_at: Date | null;
  last_write_at: Date | null;
  last_problem: string | null;
  last_problem_at: Date | null;
};

const COLUMNS =
  'id, for_org, prefix, name, created_at, expires_at, last_used_at, last_write_at, last_problem, last_problem_at';
const FORM = /^scim_[\w-]{43}$/;
const VALID = 'revoked_at is null and (expires_at is null or expires_at > now())';

/** A token carries 256 random bits, so a slow hash would add nothing. */
const hash = (token: string): Buffer => createHash('sha256').update(token).digest();

export async function insertScimToken(
  db: Transactor,
  { forOrg, name, validDays }: { forOrg: string | null; name: string; validDays: number | null },
): Promise<ScimToken & { token: string }> {
  const token = `scim_${randomBytes(32).toString('base64url')}`;
  return db.tx(async (tx) => {
    const [row] = await tx.query<ScimToken>(
      `insert into scim_tokens (id, for_org, hash, prefix, name, expires_at)
       select $1::uuid, $2::uuid, $3::bytea, $4::text, $5::text, now() + make_interval(days => $6::int)
       where $2::uuid is null or exists (select from organizations where id = $2::uuid)
       returning ${COLUMNS}`,
      [newId(), forOrg, hash(token), token.slice(0, 9), name, validDays],
    );
    if (row === undefined) throw notFound('organization');
    await audit(tx, row, 'scim_token.created');
    return { ...row, token };
  });
}

/** Lists the tokens that are not revoked, newest first. */
export const listScimTokens = (db: Db): Promise<ScimToken[]> =>
  db.query<ScimToken>(`select ${COLUMNS} from scim_tokens where revoked_at is null order by id desc`);

export async function revokeScimToken(db: Transactor, id: string): Promise<void> {
  await db.tx(async (tx) => {
    const [row] = await tx.query<ScimToken>(
      `update scim_tokens set revoked_at = now() where id = $1::uuid and revoked_at is null returning ${COLUMNS}`,
      [id],
    );
    if (row === undefined) throw notFound('SCIM token');
    await audit(tx, row, 'scim_token.revoked');
  });
}

/** Finds a valid token. Not cached, so that a revoked token stops working at once in every process. */
export async function findScimToken(db: Db, token: string): Promise<ScimToken | undefined> {
  if (!FORM.test(token)) return undefined;
  const [row] = await db.query<ScimToken>(`select ${COLUMNS} from scim_tokens where hash = $1::bytea and ${VALID}`, [
    hash(token),
  ]);
  return row;
}

export async function recordUse(db: Db, id: string, { wrote }: { wrote: boolean }): Promise<void> {
  await db.run(
    `update scim_tokens set last_used_at = now(), last_write_at = case when $2::boolean then now() else last_write_at end
     where id = $1::uuid and ($2::boolean or last_used_at is null or last_used_at < now() - interval '1 minute')`,
    [id, wrote],
  );
}

const PROBLEM_CHARACTERS_MAX = 500;

export async function recordProblem(db: Db, id: string, problem: string): Promise<void> {
  await db.run('update scim_tokens set last_problem = $2::text, last_problem_at = now() where id = $1::uuid', [
    id,
    problem.slice(0, PROBLEM_CHARACTERS_MAX),
  ]);
}

/** Writes to the audit log of the token's organization, or of all for a token of the installation. */
async function audit(tx: Db, { id, for_org: forOrg, name, prefix }: ScimToken, action: string): Promise<void> {
  const orgs =
    forOrg === null ? await tx.query<{ id: string }>('select id from organizations order by id') : [{ id: forOrg }];
  const detail = { name, prefix, scope: forOrg === null ? 'installation' : 'organization' };
  for (const { id: orgId } of orgs)
    await insertAudit(tx, 'operator', { orgId, action, targetType: 'scim_token', targetId: id, detail });
}
