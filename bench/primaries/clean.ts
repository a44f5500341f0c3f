import type pg from 'pg';
import { lowerFence } from './fence.ts';
import { unpublish, unsubscribe } from './replicate.ts';
import type { Ends } from './switch-over.ts';
import type { OrgTable } from './tables.ts';

/** After an organization has left, a process with stale data must not start a job for it here. */
const FENCED_FOR_EVER = ['jobs', 'job_queue', 'organizations'];

/** Removes only what has arrived, and only after replication has ended, because it would replicate the removal too. */
export async function cleanSource({ source, target }: Ends, orgId: string, tables: OrgTable[]): Promise<void> {
  await unsubscribe(target, source, orgId);
  await unpublish(source, orgId, tables);
  await lowerFence(target, orgId);
  await refuseMissing(source, target, orgId);
  await removeRows(source, orgId, tables);
  await lowerFence(source, orgId, FENCED_FOR_EVER);
}

async function refuseMissing(source: pg.Client, target: pg.Client, orgId: string): Promise<void> {
  const { rows } = await source.query('select id from jobs where org_id = $1', [orgId]);
  const ids = rows.map((row) => row.id);
  const { rows: found } = await target.query('select count(*)::int as count from jobs where id = any ($1::uuid[])', [
    ids,
  ]);
  if (found[0].count === ids.length) return;
  throw new Error(
    `${ids.length - found[0].count} of ${ids.length} jobs are not on the target. Nothing was removed from the source: compare the two before you run the move again.`,
  );
}

export async function removeRows(client: pg.Client, orgId: string, tables: OrgTable[]): Promise<void> {
  // Skips the fence and foreign keys, because all rows are removed.
  await client.query('begin; set local session_replication_role = replica');
  for (const { name, column } of tables) await client.query(`delete from ${name} where ${column} = $1`, [orgId]);
  await client.query('delete from organizations where id = $1', [orgId]);
  await client.query('delete from placement.marks where org_id = $1', [orgId]);
  await client.query('commit');
}
