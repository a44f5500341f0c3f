import type { Db } from '#platform/db.ts';

// Every place where a row names content in storage. A table with a column `storage_key` is one of them, whichever
// domain it belongs to; `size`, `sha256`, `job_id` and `lost_at` are used where a table has them.

export type Source = {
  /** The table. */
  name: string;
  /** Whether the table has a column that marks lost content. */
  canMark: boolean;
  /** Selects key, size, sha256, job_id, lost. */
  select: string;
};

const COLUMNS = ['size', 'sha256', 'job_id', 'lost_at'] as const;

export async function listSources(db: Db): Promise<Source[]> {
  const rows = await db.query<{ name: string; columns: string[] }>(
    `select c.relname as name, array_agg(a.attname::text) as columns
     from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
     where c.relnamespace = quote_ident(current_schema())::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
     group by c.relname having 'storage_key' = any(array_agg(a.attname::text)) order by c.relname`,
  );
  return [
    ...rows.map(({ name, columns }) => ({
      name,
      canMark: columns.includes('lost_at'),
      select: selectOf(name, columns),
    })),
    { name: 'workspace_tables', canMark: false, select: SEGMENTS },
    { name: 'archive_parts', canMark: false, select: ARCHIVE },
  ];
}

const SEGMENTS = `select s->>'key' as key, (s->>'bytes')::bigint as size, null::text as sha256, null::uuid as job_id, false as lost
  from workspace_tables t, json_array_elements(t.segments) s`;

const ARCHIVE = `select f->>'key' as key, (f->>'bytes')::bigint as size, f->>'sha256' as sha256, null::uuid as job_id, false as lost
  from archive_parts p, jsonb_array_elements(p.files) f where p.state = 'ready'`;

function selectOf(table: string, columns: string[]): string {
  const has = Object.fromEntries(COLUMNS.map((name) => [name, columns.includes(name)]));
  // An upload that was imported or that failed no longer needs its bytes.
  const only = table === 'table_uploads' ? ` and status = 'IMPORTING'` : '';
  return `select storage_key as key, ${has.size ? 'size' : 'null::bigint'} as size, ${has.sha256 ? 'sha256' : 'null::text'} as sha256,
    ${has.job_id ? 'job_id' : 'null::uuid'} as job_id, ${has.lost_at ? 'lost_at is not null' : 'false'} as lost
    from ${quote(table)} where storage_key is not null${only}`;
}

const quote = (name: string): string => `"${name.replaceAll('"', '""')}"`;
