import type { RowFilter } from '#connections/model/driver.ts';

/** The part of a query that the source of a table can do itself. The query still applies all of it. */
export type SourcePlan = {
  /** Null means all columns. */
  columns: string[] | null;
  filters: RowFilter[];
  limit: number | null;
};
