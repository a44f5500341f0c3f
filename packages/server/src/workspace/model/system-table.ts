import type { SourcePlan } from './source-plan.ts';
import type { Column, Segment } from './table.ts';

// Tables that the service itself gives to queries, in the schema `errand`. Whoever has the rows implements this.

export const SYSTEM_SCHEMA = 'errand';

export type SystemTable = { name: string; description: string; columns: (Column & { description: string })[] };

/** Rows that a query needs: some are files already, the others are written as CSV first. */
export type SystemRows = {
  /** A name that no table of an organization can have. */
  name: string;
  columns: Column[];
  files: Segment[];
  lines: AsyncIterable<Uint8Array>;
};

export type OpenedSystemTable = {
  rows: SystemRows[];
  /** A query over `<name> live` and `<name> files` of each of the rows. */
  view: string;
  columns: Column[];
};

export type SystemTables = {
  tables: SystemTable[];
  open(orgId: string, name: string, plan: SourcePlan): Promise<OpenedSystemTable>;
};
