import type pg from 'pg';
import { readRecord } from '#platform/schema-record.ts';
import { domains } from '../registry/domains.ts';

// The parts of a database that are moved: every table with its columns, in an order in which rows can be inserted.

export type Table = { name: string; columns: string[] };
/** A month of a partitioned table, so that old rows land in their own partition and not in the default one. */
export type Partition = { parent: string; name: string; from: string; to: string };
export type Sequence = { table: string; column: string };

const LEFT_OUT = domains.flatMap(({ tables }) =>
  Object.keys(tables).filter((table) => tables[table]!.notExported !== undefined),
);

export async function listTables(client: pg.ClientBase): Promise<Table[]> {
  const { rows } = await client.query<Table & { needs: string[] }>(
    `select c.relname as name,
            array(select a.attname::text from pg_attribute a
                  where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
                  order by a.attnum) as columns,
            -- A deferred reference is checked at the end, so it asks for no order.
            array(select r.confrelid::regclass::text from pg_constraint r
                  where r.conrelid = c.oid and r.contype = 'f' and not r.condeferrable and r.confrelid <> c.oid) as needs
     from pg_class c
     where c.relnamespace = quote_ident(current_schema())::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
       and c.relname <> all ($1::text[])
     order by c.relname`,
    [LEFT_OUT],
  );
  return inInsertOrder(rows);
}

export async function listPartitions(client: pg.ClientBase): Promise<Partition[]> {
  const { rows } = await client.query<{ parent: string; name: string; bound: string }>(
    `select p.relname as parent, c.relname as name, pg_get_expr(c.relpartbound, c.oid) as bound
     from pg_inherits i
     join pg_class c on c.oid = i.inhrelid and c.relkind = 'r'
     join pg_class p on p.oid = i.inhparent and p.relkind = 'p'
     where c.relnamespace = quote_ident(current_schema())::regnamespace
     order by c.relname`,
  );
  return rows.flatMap(({ parent, name, bound }) => {
    const [, from, to] = /^FOR VALUES FROM \('([^']+)'\) TO \('([^']+)'\)$/.exec(bound) ?? [];
    return from !== undefined && to !== undefined ? [{ parent, name, from, to }] : [];
  });
}

export async function listSequences(client: pg.ClientBase): Promise<(Sequence & { sequence: string })[]> {
  const { rows } = await client.query<Sequence & { sequence: string }>(
    `select c.relname as table, a.attname as column, pg_get_serial_sequence(quote_ident(c.relname), a.attname) as sequence
     from pg_class c
     join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
     where c.relnamespace = quote_ident(current_schema())::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
       and pg_get_serial_sequence(quote_ident(c.relname), a.attname) is not null
     order by c.relname, a.attname`,
  );
  return rows;
}

/** The migrations that created this schema, with their checksums. */
export async function readSchemaVersion(client: pg.ClientBase): Promise<Record<string, string>> {
  const { binding, expansions } = await readRecord(client);
  return Object.fromEntries([...binding, ...expansions].toSorted(([a], [b]) => (a < b ? -1 : 1)));
}

function inInsertOrder(tables: (Table & { needs: string[] })[]): Table[] {
  const ordered: Table[] = [];
  const waiting = new Map(tables.map((table) => [table.name, table]));
  while (waiting.size > 0) {
    const free = [...waiting.values()].filter(({ needs }) => !needs.some((name) => waiting.has(name)));
    if (free.length === 0) throw new Error(`Tables refer to each other: ${[...waiting.keys()].join(', ')}.`);
    for (const { name, columns } of free) {
      ordered.push({ name, columns });
      waiting.delete(name);
    }
  }
  return ordered;
}
