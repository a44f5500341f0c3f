import type { Db } from './db.ts';
import { type Listed, listPage, type Page } from './list-page.ts';

type RunTable = {
  table: string;
  columns: string;
  /** The column with what started the run. */
  parent: string;
  /** Puts the latest run first. */
  latest: string;
};

/** Reads the runs of things that start jobs again and again, such as schedules. */
export function createRunHistory<Row extends { id: string }>({ table, columns, parent, latest }: RunTable) {
  return {
    /** Returns the latest run of each parent. */
    async listLastRuns(db: Db, orgId: string, parentIds: string[]): Promise<Map<string, Row>> {
      const rows = await db.query<Row & { of_parent: string }>(
        `select r.*, p.id as of_parent from unnest($2::uuid[]) as p (id) cross join lateral (
           select ${columns} from ${table} where org_id = $1 and ${parent} = p.id order by ${latest} limit 1) r`,
        [orgId, parentIds],
      );
      return new Map(rows.map(({ of_parent, ...row }) => [of_parent, row as unknown as Row]));
    },
    /** Latest first. */
    listRuns: (db: Db, orgId: string, parentId: string, page: Page): Promise<Listed<Row>> =>
      listPage<Row>(db, {
        columns,
        from: table,
        where: `org_id = $1 and ${parent} = $2`,
        order: latest,
        values: [orgId, parentId],
        page,
      }),
  };
}
