import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type pg from 'pg';
import { readOwner } from './owners.ts';
import { readOrganization } from './people.ts';
import { hasMark, leaveMark } from './replicate.ts';

// The switch: running jobs end, requests are held, writers are fenced off, the target catches up, and the owner's
// record changes. Until that record is committed, the source takes over again by itself.

export type Primary = { name: string; url: string };

export const moveSteps = [
  'fence',
  'publish',
  'copy',
  'drain',
  'hold',
  'leave',
  'mark',
  'switch',
  'arrive',
  'clean',
] as const;
export type MoveStep = (typeof moveSteps)[number];

export type Move = {
  orgId: string;
  source: Primary;
  target: Primary;
  /** Holds the requests of the organization, and releases them to its owner. */
  router: { hold(orgId: string): Promise<void>; release(orgId: string, to: string): Promise<void> };
  /** Called at the beginning of each step. */
  onStep?(step: MoveStep): void | Promise<void>;
  note?(text: string): void;
  /** How long running jobs may take to end. The target runs the others again. */
  drainMs?: number;
};

export type Moved = { requestsHeldMs: number; claimsHeldMs: number; tables: number; leftBehind: string[]; cut: number };

export type Ends = { source: pg.Client; target: pg.Client };

/** How long the source refuses writes, unless the switch comes first. */
const LEAVE_MS = 2_000;
/** How long to wait for older transactions on the source, which may still write. */
const OLDER_MS = 500;
const SWITCH_TRIES = 5;

export async function switchOver(move: Move, ends: Ends, moved: Moved): Promise<void> {
  for (let tries = 1; ; tries += 1) {
    if (await trySwitch(move, ends, moved)) return;
    move.note?.(`the switch took too long; ${move.source.name} serves on (try ${tries})`);
    await move.router.release(move.orgId, move.source.name);
    if (tries === SWITCH_TRIES) {
      throw new Error(
        `${move.target.name} did not catch up within ${LEAVE_MS} ms in ${tries} tries. Organization ${move.orgId} is served by ${move.source.name}. Run the move again when there is less load, or with --abort.`,
      );
    }
    await delay(500);
  }
}

async function trySwitch(move: Move, ends: Ends, moved: Moved): Promise<boolean> {
  const { orgId, router, drainMs = 30_000 } = move;
  await move.onStep?.('drain');
  const drainedFrom = performance.now();
  await setState(ends.source, orgId, 'draining', drainMs + LEAVE_MS);
  for (;;) {
    moved.cut = await countRunning(ends.source, orgId);
    if (moved.cut === 0 || performance.now() - drainedFrom >= drainMs) break;
    await delay(10);
  }
  await raiseClaims(ends);
  await move.onStep?.('hold');
  const heldFrom = performance.now();
  await router.hold(orgId);
  await move.onStep?.('leave');
  const fencedBy = await setState(ends.source, orgId, 'leaving', LEAVE_MS);
  if (!(await waitForOlder(ends.source, fencedBy))) return false;
  await move.onStep?.('mark');
  const mark = randomUUID();
  await leaveMark(ends.source, orgId, mark);
  while (!(await hasMark(ends.target, orgId, mark))) {
    if (performance.now() - heldFrom > LEAVE_MS) return false;
    await delay(2);
  }
  await move.onStep?.('switch');
  const left = await letGo(ends.source, orgId);
  if (left === undefined) return false;
  await takeOver(ends.target, orgId, left);
  await router.release(orgId, move.target.name);
  moved.requestsHeldMs = performance.now() - heldFrom;
  moved.claimsHeldMs = performance.now() - drainedFrom;
  return true;
}

/** Returns the id of the transaction that changed the state. */
async function setState(
  source: pg.Client,
  orgId: string,
  state: 'draining' | 'leaving',
  untilMs: number,
): Promise<string> {
  const { rows } = await source.query(
    `update placement.owners set state = $2, until = clock_timestamp() + make_interval(secs => $3::float8 / 1000)
      where org_id = $1 and state <> 'gone' returning pg_current_xact_id()::text as xid`,
    [orgId, state, untilMs],
  );
  if (rows[0] === undefined)
    throw new Error(`Organization ${orgId} has left the source in the meantime. Run the move again.`);
  return rows[0].xid;
}

type Left = { generation: number; row: Record<string, unknown> };

/** The decisive step: it succeeds in time, or not at all. */
export async function letGo(source: pg.Client, orgId: string): Promise<Left | undefined> {
  const { rows } = await source.query(
    `update placement.owners w set state = 'gone', until = null, generation = generation + 1
      where org_id = $1 and state = 'leaving' and until > clock_timestamp()
      returning generation::float8, (select to_jsonb(o) from organizations o where o.id = w.org_id) as row`,
    [orgId],
  );
  return rows[0];
}

async function countRunning(source: pg.Client, orgId: string): Promise<number> {
  const { rows } = await source.query(
    'select count(*)::int as count from job_queue where org_id = $1 and worker_id is not null',
    [orgId],
  );
  return rows[0].count;
}

/** Statements that began before the fence do not see it, so the switch waits for them. */
async function waitForOlder(source: pg.Client, fencedBy: string): Promise<boolean> {
  // The statistics views have the lower half of the id.
  const xid = String(BigInt(fencedBy) & 0xffff_ffffn);
  const startedAt = performance.now();
  for (;;) {
    const { rows } = await source.query(
      `select count(*)::int as count from pg_stat_activity
        where backend_type = 'client backend' and pid <> pg_backend_pid() and datname = current_database()
          and (backend_xid::text::bigint <= $1::bigint or backend_xmin::text::bigint <= $1::bigint)`,
      [xid],
    );
    if (rows[0].count === 0) return true;
    if (performance.now() - startedAt > OLDER_MS) return false;
    await delay(2);
  }
}

/** Raises the claim numbers on the target, because they must rise even for jobs that were claimed on the source. */
async function raiseClaims({ source, target }: Ends): Promise<void> {
  const { rows } = await source.query('select last_value::text as value from job_claims');
  await target.query(
    `select setval('job_claims', $1::bigint + 1000000) from job_claims where last_value < $1::bigint`,
    [rows[0].value],
  );
}

/** Lets the target take over after the source has let go. Idempotent, and any process may do it. */
export async function finishSwitch({ source, target }: Ends, orgId: string): Promise<void> {
  const left = await readOwner(source, orgId);
  if (left?.state !== 'gone') throw new Error(`Organization ${orgId} has not left its source.`);
  if ((await readOwner(target, orgId))?.state !== 'arriving') return;
  await takeOver(target, orgId, { generation: left.generation, row: await readOrganization(source, orgId) });
}

/** Sends everything in one message, because callers wait. Notifies workers, because replicated rows did not. */
async function takeOver(target: pg.Client, orgId: string, { generation, row }: Left): Promise<void> {
  const literal = (text: string): string => target.escapeLiteral(text);
  await target.query(`begin; set local session_replication_role = replica;
    delete from organizations where id = ${literal(orgId)};
    insert into organizations select * from jsonb_populate_record(null::organizations, ${literal(JSON.stringify(row))}::jsonb);
    update placement.owners set state = 'here', generation = ${generation}
      where org_id = ${literal(orgId)} and state = 'arriving';
    select pg_notify('errand', ${literal(`move work ${orgId}`)});
    commit`);
}
