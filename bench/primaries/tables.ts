import type pg from 'pg';

// Finds the rows of an organization: those of every table that has its id. All other tables belong to the installation
// and are listed, so that a move says what it leaves behind.

export type OrgTable = {
  name: string;
  /** The column with the organization's id. */
  column: 'org_id' | 'id';
  /** The table itself, or all of its partitions. */
  leaves: string[];
};

export type Tables = {
  moved: OrgTable[];
  /** Tables of the installation, or of users who may be in several organizations. */
  left: string[];
};

/** Copied last, with the switch, because workers run jobs as soon as the organization is not paused. */
const LAST = 'organizations';

export async function listTables(client: pg.ClientBase): Promise<Tables> {
  const { rows } = await client.query<{ name: string; owned: boolean; leaves: string[] }>(
    `select c.relname as name,
       exists (select from pg_attribute a where a.attrelid = c.oid and a.attname = 'org_id') as owned,
       case when c.relkind = 'p' then array(
         select t.relid::regclass::text from pg_partition_tree(c.oid) t where t.isleaf and t.relid <> c.oid order by 1)
         else array[c.relname::text] end as leaves
     from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
     order by c.relname`,
  );
  return {
    moved: rows.filter(({ owned }) => owned).map(({ name, leaves }) => ({ name, column: 'org_id', leaves })),
    left: rows.filter(({ owned, name }) => !owned && name !== LAST).map(({ name }) => name),
  };
}

/** Refuses different schemas, because the copy would fail midway or silently omit a column. */
export async function refuseOtherSchema(source: pg.ClientBase, target: pg.ClientBase): Promise<void> {
  const read = async (client: pg.ClientBase): Promise<string[]> =>
    (await client.query('select name from schema_migrations order by name')).rows.map((row) => row.name);
  const [from, to] = [await read(source), await read(target)];
  const differing = [...from.filter((name) => !to.includes(name)), ...to.filter((name) => !from.includes(name))];
  if (differing.length === 0) return;
  throw new Error(
    `The two databases have different schemas (${differing[0]}${differing.length > 1 ? ' and others' : ''}). Run npx errand migrate of the same release on both, then move.`,
  );
}
