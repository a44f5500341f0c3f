import type { Db } from '#platform/db.ts';
import type { ArchivedRows, TableName } from './read-archived.ts';
import { TABLES } from './tables.ts';

const NAMES = Object.keys(TABLES) as TableName[];

/**
 * Returns a reader that sees archived jobs as if they were in the tables. Each statement gets common table expressions
 * with the names of the tables and the rows of both, so that the same statements serve all jobs. `alone` shows only the
 * archived rows, for long lists.
 */
export function archivedDb(db: Db, rows: ArchivedRows, { alone = false } = {}): Db {
  return {
    query: (text, values = []) => {
      const used = NAMES.filter((name) => new RegExp(`\\b${name}\\b`).test(text));
      const tables = used.map(
        (name, at) =>
          `${name} as ${alone ? '' : 'not '}materialized (${alone ? '' : `select * from public.${name} union all `}
           select * from json_populate_recordset(null::public.${name}, $${values.length + at + 1}::json))`,
      );
      return db.query(withTables(text, tables), [...values, ...used.map((name) => rows[name])]);
    },
    run: () => {
      throw new Error('archived jobs are read-only');
    },
  };
}

function withTables(text: string, tables: string[]): string {
  if (tables.length === 0) return text;
  // A leading comment may control how the statement is planned.
  const [comment, rest] = /^(\s*(?:\/\*.*?\*\/)?\s*)(.*)$/s.exec(text)!.slice(1) as [string, string];
  const own = /^with\s+(?!recursive\b)/i.exec(rest);
  return `${comment}with ${tables.join(', ')}${own ? `, ${rest.slice(own[0].length)}` : ` ${rest}`}`;
}
