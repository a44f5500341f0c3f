import type { Db } from '#platform/db.ts';

// Sign-ins of connections: those that count, those that were begun, and tokens to give back.

export type SignInRow = {
  connection_id: string;
  org_id: string;
  sealed: string;
  url: string;
  issuer: string;
  scope: string;
  user_id: number | null;
  email: string | null;
  first_name: string | null;
  last_name: string | null;
  signed_in_at: Date;
  expires_at: Date | null;
  problem: string | null;
};

const columns = `s.connection_id, s.org_id, s.sealed, s.url, s.issuer, s.scope, s.user_id, s.signed_in_at, s.expires_at, s.problem,
  u.email, u.first_name, u.last_name`;

export async function listSignIns(db: Db, orgId: string, connectionIds: string[]): Promise<Map<string, SignInRow>> {
  if (connectionIds.length === 0) return new Map();
  const rows = await db.query<SignInRow>(
    `select ${columns} from connection_sign_ins s left join users u on u.id = s.user_id
     where s.org_id = $1::uuid and s.connection_id = any ($2::uuid[])`,
    [orgId, connectionIds],
  );
  return new Map(rows.map((row) => [row.connection_id, row]));
}

export async function findSignIn(db: Db, orgId: string, connectionId: string): Promise<SignInRow | undefined> {
  return (await listSignIns(db, orgId, [connectionId])).get(connectionId);
}

type NewSignIn = Pick<
  SignInRow,
  'connection_id' | 'org_id' | 'sealed' | 'url' | 'issuer' | 'scope' | 'user_id' | 'expires_at'
>;

export async function putSignIn(tx: Db, row: NewSignIn): Promise<void> {
  await tx.run(
    `insert into connection_sign_ins (connection_id, org_id, sealed, url, issuer, scope, user_id, expires_at)
     values ($1::uuid, $2::uuid, $3::text, $4::text, $5::text, $6::text, $7::int, $8::timestamptz)
     on conflict (connection_id) do update set sealed = excluded.sealed, url = excluded.url, issuer = excluded.issuer,
       scope = excluded.scope, user_id = excluded.user_id, expires_at = excluded.expires_at, signed_in_at = now(),
       problem = null, claim_id = null, claimed_until = null`,
    [row.connection_id, row.org_id, row.sealed, row.url, row.issuer, row.scope, row.user_id, row.expires_at],
  );
}

export async function deleteSignIn(tx: Db, orgId: string, connectionId: string): Promise<SignInRow | undefined> {
  const [row] = await tx.query<SignInRow>(
    `delete from connection_sign_ins where org_id = $1::uuid and connection_id = $2::uuid
     returning connection_id, org_id, sealed, url, issuer, scope, user_id, signed_in_at, expires_at, problem`,
    [orgId, connectionId],
  );
  return row;
}

/** Gives one caller the right to renew these tokens, for some seconds. */
export async function claimRenewal(
  db: Db,
  { org_id, connection_id, sealed }: SignInRow,
  claim: { id: string; seconds: number },
): Promise<boolean> {
  const claimed = await db.run(
    `update connection_sign_ins set claim_id = $4::uuid, claimed_until = clock_timestamp() + make_interval(secs => $5::int)
     where org_id = $1::uuid and connection_id = $2::uuid and sealed = $3::text
       and (claimed_until is null or claimed_until < clock_timestamp())`,
    [org_id, connection_id, sealed, claim.id, claim.seconds],
  );
  return claimed > 0;
}

/** Ends a renewal. Without `sealed` the tokens stay as they were. Returns false if the claim was lost. */
export async function endRenewal(
  db: Db,
  { org_id, connection_id }: SignInRow,
  claimId: string,
  given: { sealed?: string; expiresAt?: Date | null; problem?: string },
): Promise<boolean> {
  const ended = await db.run(
    `update connection_sign_ins set claim_id = null, claimed_until = null, sealed = coalesce($4::text, sealed),
       expires_at = case when $4::text is null then expires_at else $5::timestamptz end, problem = $6::text
     where org_id = $1::uuid and connection_id = $2::uuid and claim_id = $3::uuid`,
    [org_id, connection_id, claimId, given.sealed ?? null, given.expiresAt ?? null, given.problem ?? null],
  );
  return ended > 0;
}

export type TryRow = {
  org_id: string;
  connection_id: string;
  user_id: number | null;
  key_id: string | null;
  sealed: string;
  is_over: boolean;
};

export async function insertTry(
  db: Db,
  row: Omit<TryRow, 'is_over'> & { stateHash: Buffer; minutes: number },
): Promise<Date> {
  await db.run('delete from connection_sign_in_tries where org_id = $1::uuid and expires_at < now()', [row.org_id]);
  const rows = await db.query<{ expires_at: Date }>(
    `insert into connection_sign_in_tries (state_hash, org_id, connection_id, user_id, key_id, sealed, expires_at)
     values ($1::bytea, $2::uuid, $3::uuid, $4::int, $5::uuid, $6::text, now() + make_interval(mins => $7::int))
     returning expires_at`,
    [row.stateHash, row.org_id, row.connection_id, row.user_id, row.key_id, row.sealed, row.minutes],
  );
  return rows[0]!.expires_at;
}

/** Takes a try out: it counts once, whatever comes of it. */
export async function takeTry(db: Db, orgId: string, stateHash: Buffer): Promise<TryRow | undefined> {
  const [row] = await db.query<TryRow>(
    `delete from connection_sign_in_tries where org_id = $1::uuid and state_hash = $2::bytea
     returning org_id, connection_id, user_id, key_id, sealed, expires_at < now() as is_over`,
    [orgId, stateHash],
  );
  return row;
}

export async function insertRevocation(
  tx: Db,
  row: { id: string; org_id: string; connection_id: string; issuer: string; sealed: string },
): Promise<void> {
  await tx.run(
    `insert into connection_revocations (id, org_id, connection_id, issuer, sealed)
     values ($1::uuid, $2::uuid, $3::uuid, $4::text, $5::text)`,
    [row.id, row.org_id, row.connection_id, row.issuer, row.sealed],
  );
}
