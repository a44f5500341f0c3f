import type { Db, Transactor } from '#platform/db.ts';

/** Younger months may still get rows: a clock that was set back gives jobs older ids. */
const MONTHS_KEPT = 2;

/** Drops the empty partitions of past months. Returns their names. */
export async function dropEmptyMonths(system: Transactor): Promise<string[]> {
  const months = await system.query<{ name: string }>(
    `select c.relname as name from pg_inherits i join pg_class c on c.oid = i.inhrelid
     where i.inhparent in ('jobs'::regclass, 'job_results'::regclass) and c.relname ~ '_[0-9]{6}$'
       and right(c.relname, 6) < to_char((now() at time zone 'utc') - make_interval(months => $1::int), 'YYYYMM')
     order by c.relname`,
    [MONTHS_KEPT],
  );
  const dropped: string[] = [];
  for (const { name } of months) {
    const isDropped = await system.tx(async (tx) => {
      if (!(await isEmpty(tx, name))) return false;
      // Everybody who uses the table waits behind this lock, so a short timeout, and the next pass tries again.
      await tx.query(`select set_config('lock_timeout', '2s', true)`);
      await tx.run(`lock table ${name} in access exclusive mode`);
      if (!(await isEmpty(tx, name))) return false;
      await tx.run(`drop table ${name}`);
      return true;
    });
    if (isDropped) dropped.push(name);
  }
  return dropped;
}

async function isEmpty(tx: Db, name: string): Promise<boolean> {
  const [row] = await tx.query<{ empty: boolean }>(`select not exists (select from ${name}) as empty`);
  return row!.empty;
}
