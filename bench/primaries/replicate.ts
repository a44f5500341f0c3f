import type pg from 'pg';
import { patiently } from './fence.ts';
import type { OrgTable } from './tables.ts';

// The copy: a publication of the organization's rows on the source, and a subscription on the target. PostgreSQL copies
// existing rows and then follows changes. Both are PostgreSQL objects, so they go on if the mover dies.

const objectName = (orgId: string): string => `move_${orgId.replaceAll('-', '')}`;

/**
 * A row filter needs its column in the log of an old row, so all columns are logged during the move. This is set before
 * the publication, which would otherwise refuse updates.
 */
export async function publish(source: pg.ClientBase, orgId: string, tables: OrgTable[]): Promise<void> {
  const { rows } = await source.query<{ name: string }>(
    `select oid::regclass::text as name from pg_class where relreplident = 'f' and relkind in ('r', 'p')`,
  );
  const full = new Set(rows.map((row) => row.name));
  for (const leaf of tables.flatMap(({ name, leaves }) => [...new Set([name, ...leaves])])) {
    if (!full.has(leaf)) await patiently(source, `alter table ${leaf} replica identity full`);
  }
  const name = objectName(orgId);
  if ((await source.query('select from pg_publication where pubname = $1', [name])).rowCount) return;
  const parts = [
    ...tables.map(({ name: table, column }) => `table ${table} where (${column} = '${orgId}')`),
    `table placement.marks where (org_id = '${orgId}')`,
  ];
  await source.query(`create publication ${name} for ${parts.join(', ')} with (publish_via_partition_root = true)`);
}

export async function unpublish(source: pg.ClientBase, orgId: string, tables: OrgTable[]): Promise<void> {
  await source.query(`drop publication if exists ${objectName(orgId)}`);
  // Another move may still need it.
  const { rowCount } = await source.query(`select from pg_publication where pubname like 'move\\_%'`);
  if (rowCount) return;
  for (const leaf of tables.flatMap(({ name, leaves }) => [...new Set([name, ...leaves])])) {
    await patiently(source, `alter table ${leaf} replica identity default`);
  }
}

export async function hasSubscription(target: pg.ClientBase, orgId: string): Promise<boolean> {
  return (await target.query('select from pg_subscription where subname = $1', [objectName(orgId)])).rowCount === 1;
}

export async function subscribe(target: pg.ClientBase, orgId: string, sourceUrl: string): Promise<void> {
  const name = objectName(orgId);
  if (await hasSubscription(target, orgId)) return;
  await target.query(`create subscription ${name} connection ${quote(toConninfo(sourceUrl))} publication ${name}`);
}

/** Drops the subscription with its slots on the source, which would keep the log forever. */
export async function unsubscribe(target: pg.ClientBase, source: pg.ClientBase, orgId: string): Promise<void> {
  const name = objectName(orgId);
  if (await hasSubscription(target, orgId)) {
    await target.query(`alter subscription ${name} disable`);
    await target.query(`drop subscription ${name}`).catch(async () => {
      // The slot does not exist or is still busy, so the subscription is dropped without it.
      await target.query(`alter subscription ${name} set (slot_name = none)`);
      await target.query(`drop subscription ${name}`);
    });
  }
  for (let tries = 0; tries < 50; tries += 1) {
    const { rowCount } = await source.query('select from pg_replication_slots where slot_name = $1', [name]);
    if (!rowCount) return;
    await source.query(
      'select pg_terminate_backend(active_pid) from pg_replication_slots where slot_name = $1 and active',
      [name],
    );
    await source.query('select pg_drop_replication_slot($1)', [name]).catch(() => undefined);
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error(
    `The slot ${name} on the source is still in use. Drop it with pg_drop_replication_slot: it keeps the log.`,
  );
}

export type Progress = { tables: number; copied: number; lagBytes: number };

export async function readProgress(source: pg.ClientBase, target: pg.ClientBase, orgId: string): Promise<Progress> {
  const name = objectName(orgId);
  const { rows: copied } = await target.query(
    `select count(*)::int as tables, count(*) filter (where r.srsubstate = 'r')::int as copied
       from pg_subscription s join pg_subscription_rel r on r.srsubid = s.oid where s.subname = $1`,
    [name],
  );
  const { rows: slot } = await source.query(
    `select pg_wal_lsn_diff(pg_current_wal_lsn(), confirmed_flush_lsn)::float8 as lag
       from pg_replication_slots where slot_name = $1`,
    [name],
  );
  return { ...copied[0], lagBytes: slot[0]?.lag ?? Number.POSITIVE_INFINITY };
}

/** Writes a mark after everything that was written for the organization so far, to wait for it on the target. */
export async function leaveMark(source: pg.ClientBase, orgId: string, mark: string): Promise<void> {
  await source.query(
    `insert into placement.marks (org_id, mark) values ($1, $2) on conflict (org_id) do update set mark = excluded.mark`,
    [orgId, mark],
  );
}

export async function hasMark(target: pg.ClientBase, orgId: string, mark: string): Promise<boolean> {
  const { rowCount } = await target.query('select from placement.marks where org_id = $1 and mark = $2', [orgId, mark]);
  return rowCount === 1;
}

function toConninfo(url: string): string {
  const { username, password, port, pathname, hostname, searchParams } = new URL(url);
  const parts = {
    host: searchParams.get('host') ?? hostname,
    port: port || '5432',
    user: decodeURIComponent(username),
    password: decodeURIComponent(password),
    dbname: pathname.slice(1),
  };
  return Object.entries(parts)
    .map(([name, value]) => `${name}='${value.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`)
    .join(' ');
}

const quote = (text: string): string => `'${text.replaceAll("'", "''")}'`;
