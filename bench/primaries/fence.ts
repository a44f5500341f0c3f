import type pg from 'pg';
import type { OrgTable } from './tables.ts';

// The fence: triggers for the rows of one organization, on every table that has some, while it moves. They check the
// owner's record and stop writes where the organization does not live: requests are refused, and background work finds
// nothing to do. Replication does not fire them. Rows of other organizations cost one comparison.

/** The SQLSTATE of a refused write. The caller has not been promised anything. */
export const FENCED = 'OF001';

export const FENCE_SQL = `
  create or replace function placement.fence() returns trigger language plpgsql security definer
    set search_path = pg_catalog, placement as $$
  declare
    org uuid := tg_argv[0]::uuid;
    owner placement.owners;
  begin
    select * into owner from placement.owners where org_id = org;
    if owner.until <= clock_timestamp() then
      -- Whoever wanted it to leave was too slow, or is committing just now: then this waits and sees what became of it.
      -- With the lock, it cannot leave until this write is committed.
      select * into owner from placement.owners where org_id = org for share;
    end if;
    if owner.state is null or owner.state = 'here' or owner.until <= clock_timestamp() then
      return coalesce(new, old);
    end if;
    if owner.state = 'draining' then
      -- What runs may end, and nothing begins.
      if tg_argv[1] = 'job_queue' and tg_op = 'UPDATE' then
        if old.worker_id is null and new.worker_id is not null then return null; end if;
      end if;
      return coalesce(new, old);
    end if;
    if current_setting('role') = 'errand_tenant' or (tg_op = 'INSERT' and tg_argv[1] in ('jobs', 'job_queue')) then
      raise exception 'organization % is not served by this database (% of generation %)', org, owner.state, owner.generation
        using errcode = '${FENCED}', hint = 'Ask the directory where it lives, and send the request there.';
    end if;
    return null;
  end $$`;

const triggerName = (orgId: string): string => `fence_${orgId.replaceAll('-', '')}`;

/** Locks a table only during the change. If a long transaction blocks it, it is retried. */
export async function raiseFence(client: pg.ClientBase, orgId: string, tables: OrgTable[]): Promise<void> {
  const name = triggerName(orgId);
  const { rows } = await client.query(
    `select tgrelid::regclass::text as "table" from pg_trigger where tgname = $1 and tgparentid = 0`,
    [name],
  );
  const fenced = new Set(rows.map((row) => row.table));
  for (const table of tables.filter((one) => !fenced.has(one.name))) {
    for (const text of triggersOf(name, orgId, table)) await patiently(client, text);
  }
}

/** There are two triggers, because an insert has no old row and a delete has no new one. */
function triggersOf(name: string, orgId: string, { name: table, column }: OrgTable): string[] {
  const trigger = (suffix: string, events: string, row: string): string =>
    `create or replace trigger ${name}${suffix} before ${events} on ${table} for each row when (${row}.${column} = '${orgId}')
      execute function placement.fence('${orgId}', '${table}')`;
  return [trigger('_out', 'update or delete', 'old'), trigger('', 'insert', 'new')];
}

/** `keep` are tables that stay fenced, so that the organization does not appear again where it has left. */
export async function lowerFence(client: pg.ClientBase, orgId: string, keep: string[] = []): Promise<void> {
  const name = triggerName(orgId);
  const { rows } = await client.query<{ table: string; trigger: string }>(
    `select tgrelid::regclass::text as "table", tgname as trigger from pg_trigger
      where tgname::text in ($1::text, $1::text || '_out') and tgparentid = 0`,
    [name],
  );
  for (const { table, trigger } of rows.filter((row) => !keep.includes(row.table))) {
    await patiently(client, `drop trigger ${trigger} on ${table}`);
  }
}

const LOCK_TRIES = 100;

/** Writers queue behind a waiting lock, so it only waits for a moment and is retried. */
export async function patiently(client: pg.ClientBase, text: string): Promise<void> {
  for (let tries = 1; ; tries += 1) {
    try {
      await client.query(`set lock_timeout = '100ms'`);
      await client.query(text);
      return;
    } catch (error) {
      const { code } = error as { code?: string };
      if ((code !== '55P03' && code !== '40P01') || tries === LOCK_TRIES) throw error;
      await new Promise((resolve) => setTimeout(resolve, 50));
    } finally {
      await client.query('set lock_timeout = 0').catch(() => undefined);
    }
  }
}
