import type { SourcePlan } from './source-plan.ts';
import type { Column, Segment } from './table.ts';

// System tables: tables of the service that queries can read, in the schema `errand`. The domain that owns the rows
// implements `SystemTables`.

export const SYSTEM_SCHEMA = 'errand';

export type SystemTable = { name: string; description: string; columns: (Column & { description: string })[] };

/** The rows that a query needs. Some are already files; the others are written as CSV first. */
export type SystemRows = {
  /** A name that no table of an organization can have. */
  name: string;
  columns: Column[];
  files: Segment[];
  lines: AsyncIterable<Uint8Array>;
};

export type OpenedSystemTable = {
  rows: SystemRows[];
  /** A query over the tables `<name> live` and `<name> files` of each entry in `rows`. */
  view: string;
  columns: Column[];
};

export type SystemTables = {
  tables: SystemTable[];
  open(orgId: string, name: string, plan: SourcePlan): Promise<OpenedSystemTable>;
};

/** The tables of several domains. */
export const joinSystemTables = (all: SystemTables[]): SystemTables => ({
  tables: all.flatMap(({ tables }) => tables),
  open: (orgId, name, plan) =>
    all.find(({ tables }) => tables.some((table) => table.name === name))!.open(orgId, name, plan),
});
