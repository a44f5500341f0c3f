import type { RowFilter } from '#connections/model/driver.ts';

/** What of a query whoever has the rows of a table can do before: the query filters again. */
export type SourcePlan = {
  /** null: all. */
  columns: string[] | null;
  filters: RowFilter[];
  limit: number | null;
};
