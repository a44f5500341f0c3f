import type pg from 'pg';
import type { OrgTable } from './tables.ts';

// Copies the rows that replication does not: the organization's own row, which decides who may run its jobs, and the
// users that its rows refer to. Both are small, so the mover copies them itself.

/** Inserts the organization's row on the target as paused, so that no worker there looks for its jobs. */
export async function placePausedOrganization(
  source: pg.ClientBase,
  target: pg.ClientBase,
  orgId: string,
): Promise<void> {
  const row = await readOrganization(source, orgId);
  await target.query(
    `insert into organizations select * from jsonb_populate_record(null::organizations, $1::jsonb) on conflict (id) do nothing`,
    [JSON.stringify({ ...row, paused_at: new Date().toISOString() })],
  );
}

export async function readOrganization(client: pg.ClientBase, orgId: string): Promise<Record<string, unknown>> {
  const { rows } = await client.query('select to_jsonb(o) as row from organizations o where id = $1', [orgId]);
  if (rows[0] === undefined) throw new Error(`There is no organization ${orgId} on the source.`);
  return rows[0].row;
}

/** Copies all users that the organization's rows refer to. Their ids differ between primaries (see `numberPeople`). */
export async function copyPeople(
  source: pg.ClientBase,
  target: pg.ClientBase,
  orgId: string,
  tables: OrgTable[],
): Promise<void> {
  const { rows: columns } = await source.query<{ table: string; column: string }>(
    `select k.conrelid::regclass::text as "table", a.attname as "column" from pg_constraint k
       join pg_attribute a on a.attrelid = k.conrelid and a.attnum = k.conkey[1]
      where k.contype = 'f' and k.confrelid = 'users'::regclass and k.conrelid::regclass::text = any ($1::text[])`,
    [tables.map(({ name }) => name)],
  );
  const named = columns.map(({ table, column }) => `select ${column} as id from ${table} where org_id = $1`);
  const { rows } = await source.query(
    `select to_jsonb(u) as row from users u where u.id in (${named.join(' union ')})`,
    [orgId],
  );
  for (const { row } of rows) {
    const { rows: same } = await target.query(
      'select id, lower(email) = lower($2) as mail from users where id = $1 or lower(email) = lower($2)',
      [row.id, row.email],
    );
    const other = same.find((one) => one.id !== row.id || !one.mail);
    if (other !== undefined) {
      throw new Error(
        `User ${row.id} of the source and user ${other.id} of the target share a number or an address. Give people one number over all primaries before you move their organization.`,
      );
    }
    await target.query(
      `insert into users overriding system value select * from jsonb_populate_record(null::users, $1::jsonb)
        on conflict (id) do nothing`,
      [JSON.stringify(row)],
    );
  }
}

/** Gives each primary its own sequence of user ids, so that no two assign the same one. */
export async function numberPeople(client: pg.ClientBase, place: number, primariesMax: number): Promise<void> {
  const { rows } = await client.query(`select pg_get_serial_sequence('users', 'id') as sequence`);
  await client.query(
    `alter sequence ${rows[0].sequence} increment by ${primariesMax} restart with ${primariesMax + place}`,
  );
}
