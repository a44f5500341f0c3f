import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { cleanSource, removeRows } from './clean.ts';
import { FENCE_SQL, lowerFence, raiseFence } from './fence.ts';
import { adviceFor, PLACEMENT_SQL, phaseOf, readOwner } from './owners.ts';
import { copyPeople, placePausedOrganization, readOrganization } from './people.ts';
import {
  hasSubscription,
  type Progress,
  publish,
  readProgress,
  subscribe,
  unpublish,
  unsubscribe,
} from './replicate.ts';
import { type Ends, finishSwitch, type Move, type Moved, type Primary, switchOver } from './switch-over.ts';
import { listTables, type OrgTable, refuseOtherSchema } from './tables.ts';

// Moves an organization from one primary to another while it works. Every step checks the current state and does what
// is missing, so a move that was interrupted anywhere continues when it is run again.

/** With a lag below this, the target catches up during the switch. */
const LAG_BYTES_MAX = 256 * 1_024;

export async function moveOrganization(move: Move): Promise<Moved> {
  return withEnds(move, async (ends) => {
    const { orgId, source, target } = move;
    await refuseOtherSchema(ends.source, ends.target);
    for (const client of [ends.source, ends.target]) await client.query(`${PLACEMENT_SQL}; ${FENCE_SQL}`);
    const tables = await listTables(ends.source);
    const moved: Moved = {
      requestsHeldMs: 0,
      claimsHeldMs: 0,
      tables: tables.moved.length,
      leftBehind: tables.left,
      cut: 0,
    };
    const phase = phaseOf(await readOwner(ends.source, orgId), await readOwner(ends.target, orgId));
    if (phase === 'two owners') {
      throw new Error(adviceFor(phase, { orgId, source: source.name, target: target.name }));
    }
    if (phase !== 'switched' && phase !== 'moved') {
      await prepareCopy(move, ends, tables.moved);
      await switchOver(move, ends, moved);
    }
    await move.onStep?.('arrive');
    await finishSwitch(ends, orgId);
    await move.router.release(orgId, target.name);
    await move.onStep?.('clean');
    await cleanSource(ends, orgId, tables.moved);
    return moved;
  });
}

async function prepareCopy(move: Move, ends: Ends, tables: OrgTable[]): Promise<void> {
  const { orgId, source, target, note = () => undefined } = move;
  await move.onStep?.('fence');
  await readOrganization(ends.source, orgId);
  await ends.source.query(
    `insert into placement.owners (org_id, generation, state, peer) values ($1, 1, 'here', $2)
      on conflict (org_id) do update set peer = excluded.peer`,
    [orgId, target.name],
  );
  const fenced = [...tables, { name: 'organizations', column: 'id' as const, leaves: ['organizations'] }];
  await ends.target.query(
    `insert into placement.owners (org_id, generation, state, peer) values ($1, 1, 'arriving', $2)
      on conflict (org_id) do update set state = 'arriving', peer = excluded.peer where owners.state = 'gone'`,
    [orgId, source.name],
  );
  // Without a subscription, existing rows are left from an earlier attempt that was only partly aborted.
  if (!(await hasSubscription(ends.target, orgId))) await removeRows(ends.target, orgId, tables);
  // The organization's row is inserted before the fence, which would refuse it, and before all its other rows.
  await ends.target.query('begin; set local session_replication_role = replica');
  await placePausedOrganization(ends.source, ends.target, orgId);
  await ends.target.query('commit');
  await raiseFence(ends.target, orgId, fenced);
  await raiseFence(ends.source, orgId, fenced);
  await move.onStep?.('publish');
  await copyPeople(ends.source, ends.target, orgId, tables);
  await publish(ends.source, orgId, tables);
  await move.onStep?.('copy');
  await subscribe(ends.target, orgId, source.url);
  let told = -1;
  for (;;) {
    const progress: Progress = await readProgress(ends.source, ends.target, orgId);
    if (progress.copied > told) note(`${progress.copied} of ${progress.tables} tables copied`);
    told = progress.copied;
    if (progress.copied === progress.tables && progress.lagBytes < LAG_BYTES_MAX) return;
    await delay(100);
  }
}

/** Aborts a move that has not switched yet. */
export async function abortMove(move: Pick<Move, 'orgId' | 'source' | 'target' | 'router'>): Promise<void> {
  await withEnds(move, async (ends) => {
    const { orgId, source, target, router } = move;
    for (const client of [ends.source, ends.target]) await client.query(`${PLACEMENT_SQL}; ${FENCE_SQL}`);
    const phase = phaseOf(await readOwner(ends.source, orgId), await readOwner(ends.target, orgId));
    if (['switched', 'moved', 'two owners'].includes(phase)) {
      throw new Error(adviceFor(phase, { orgId, source: source.name, target: target.name }));
    }
    await ends.source.query(
      `update placement.owners set state = 'here', until = null, peer = null where org_id = $1 and state <> 'gone'`,
      [orgId],
    );
    await router.release(orgId, source.name);
    const { moved } = await listTables(ends.source);
    await unsubscribe(ends.target, ends.source, orgId);
    await unpublish(ends.source, orgId, moved);
    await lowerFence(ends.source, orgId);
    if (phase !== 'none') await removeRows(ends.target, orgId, moved);
    await lowerFence(ends.target, orgId);
    await ends.target.query(`delete from placement.owners where org_id = $1 and state = 'arriving'`, [orgId]);
    await ends.source.query('delete from placement.marks where org_id = $1', [orgId]);
  });
}

/** Allows one mover per organization at a time. The lock ends with its connection. */
async function withEnds<T>(
  move: Pick<Move, 'orgId' | 'source' | 'target'>,
  work: (ends: Ends) => Promise<T>,
): Promise<T> {
  const open = async ({ url }: Primary): Promise<pg.Client> => {
    const client = new pg.Client({ connectionString: url, application_name: 'mover' });
    client.on('error', () => undefined);
    await client.connect();
    return client;
  };
  const source = await open(move.source);
  const target = await open(move.target).catch(async (error) => {
    await source.end();
    throw error;
  });
  try {
    const { rows } = await source.query('select pg_try_advisory_lock(hashtextextended($1, 22)) as taken', [move.orgId]);
    if (!rows[0].taken) {
      throw new Error(`Another move of organization ${move.orgId} is at work. Wait for its end, or end it.`);
    }
    return await work({ source, target });
  } finally {
    await source.end().catch(() => undefined);
    await target.end().catch(() => undefined);
  }
}
