import { createHash, randomBytes } from 'node:crypto';
import type { Role } from '@errand/contract/roles.ts';
import { insertAudit } from '#orgs/audit.ts';
import { findRoleNow } from '#orgs/current-role.ts';
import type { Caller } from '#platform/caller.ts';
import type { Database, Db } from '#platform/db.ts';
import { AppError } from '#platform/errors.ts';
import { findWait, type WaitRow, type Who } from '../record/wait-store.ts';
import { type AnswerDeps, auditAnswer, findWho, type GivenAnswer, storeAnswer } from './answer-wait.ts';
import { findObstacle, isOver, refuseObstacle } from './model.ts';

// One-time links: anybody with the address can answer one wait once, on behalf of the person who created the link. So
// only people who may answer can create one. The database stores a hash of the token.

const TOKEN = /^[A-Za-z0-9_-]{43}$/;
const LIFE_SECONDS = 86_400;

const hash = (token: string): Buffer => createHash('sha256').update(token).digest();

export async function makeLink(
  database: Database,
  caller: Caller,
  wait: WaitRow,
  lifeSeconds = LIFE_SECONDS,
): Promise<{ token: string; expiresAt: Date }> {
  if (wait.status !== 'open') throw isOver(wait);
  refuseObstacle(wait, caller);
  // Whoever opens the link is not signed in as themselves.
  refuseObstacle(wait, { ...caller, via: 'link' });
  const token = randomBytes(32).toString('base64url');
  const db = database.tenant(caller.orgId);
  const who = { ...(await findWho(db, caller)), role: caller.role };
  const expiresAt = await db.tx(async (tx) => {
    const [row] = await tx.query<{ expires_at: Date }>(
      `insert into wait_links (token_hash, wait_id, org_id, created_by, expires_at, created_at)
        values ($1, $2, $3, $4::json, clock_timestamp() + make_interval(secs => $5), clock_timestamp())
        returning expires_at`,
      [hash(token), wait.id, wait.orgId, JSON.stringify(who), lifeSeconds],
    );
    await insertAudit(tx, caller, {
      orgId: wait.orgId,
      action: 'wait.link_created',
      targetType: 'wait',
      targetId: wait.id,
      detail: { job_id: wait.jobId, expires_at: row!.expires_at.toISOString() },
    });
    return row!.expires_at;
  });
  return { token, expiresAt };
}

type LinkRow = {
  wait_id: string;
  org_id: string;
  created_by: Who & { role: Role };
  is_used: boolean;
  is_late: boolean;
};

/** Returns the wait of a link that can still be used. Throws a 404 for an unknown link, and a 410 for a dead one. */
export async function openLink(database: Database, token: string): Promise<WaitRow> {
  const link = TOKEN.test(token) ? await findLink(database.system, token) : undefined;
  const wait = link && (await findWait(database.system, link.org_id, link.wait_id));
  if (link === undefined || wait === undefined) throw new AppError('not_found', { detail: 'Link not found.' });
  if (link.is_used) throw gone('This link has been used.');
  if (link.is_late) throw gone('This link has expired.');
  if (wait.status !== 'open' || !(await mayStill(database.system, link, wait)))
    throw gone('This link no longer works: its question is closed, or its creator may no longer answer it.');
  return wait;
}

export async function answerByLink(deps: AnswerDeps, token: string, given: GivenAnswer): Promise<WaitRow> {
  const seen = await openLink(deps.database, token);
  const link = (await findLink(deps.database.system, token))!;
  const { role, ...maker } = link.created_by;
  const who = { ...maker, name: `link of ${maker.name}` };
  return storeAnswer(deps, { orgId: link.org_id, waitId: seen.id, given, who }, async (tx, wait) => {
    // In the transaction of the answer, so that a refused answer does not use up the link.
    const used = await tx.run(
      `update wait_links set used_at = clock_timestamp()
        where token_hash = $1 and used_at is null and expires_at > clock_timestamp()`,
      [hash(token)],
    );
    if (used === 0) throw gone('This link has been used.');
    await auditAnswer(
      tx,
      { orgId: wait.orgId, userId: maker.userId, keyId: maker.keyId, role, via: 'link' },
      wait,
      given,
      'link',
    );
  }).catch((error: unknown) => {
    throw error instanceof AppError && error.code === 'conflict'
      ? gone('This link no longer works: its question is closed.')
      : error;
  });
}

/** Whether the creator of a link may still answer: not after a revoked key, a lost role or leaving the organization. */
async function mayStill(db: Db, { org_id: orgId, created_by: maker }: LinkRow, wait: WaitRow): Promise<boolean> {
  const role = await findRoleNow(db, orgId, maker);
  return role !== undefined && findObstacle(wait, { userId: maker.userId, role, via: 'link' }) === undefined;
}

async function findLink(db: Db, token: string): Promise<LinkRow | undefined> {
  const [row] = await db.query<LinkRow>(
    `select wait_id, org_id, created_by, used_at is not null as is_used, expires_at <= clock_timestamp() as is_late
      from wait_links where token_hash = $1`,
    [hash(token)],
  );
  return row;
}

const gone = (detail: string): AppError => new AppError('link_gone', { detail });
