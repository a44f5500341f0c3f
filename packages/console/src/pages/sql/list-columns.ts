import type { Agent, ConnectionItem, Table } from '@errand/sdk';
import { quoteName } from './read-sql.ts';

export type Catalog = {
  tables: Table[];
  /** System tables such as errand.jobs. */
  system: Table[];
  agents: Pick<Agent, 'id' | 'name'>[];
  /** Connections that SQL can read. */
  connections: Pick<ConnectionItem, 'id' | 'name' | 'connector_display_name'>[];
};

/** Converts tables and columns to the form of the editor's completion. */
export const toSchema = ({ tables, system }: Pick<Catalog, 'tables' | 'system'>): Record<string, string[]> =>
  Object.fromEntries([...tables, ...system].map(({ name, columns }) => [name, columns.map((column) => column.name)]));

/** Lists the columns of the tables that the text mentions, or of all tables if it mentions none. */
export function listColumns({ tables, system }: Pick<Catalog, 'tables' | 'system'>, text: string) {
  const lower = text.toLowerCase();
  const words = new Set([...(lower.match(/\w+/g) ?? []), ...(lower.match(/\w+\.\w+/g) ?? [])]);
  const named = [...tables, ...system].filter(({ name }) => words.has(name.toLowerCase()));
  return (named.length > 0 ? named : tables).flatMap((table) =>
    table.columns.map(({ name, type }) => ({
      label: name,
      detail: `${type} of ${table.name}`,
      type: 'property',
      apply: quoteName(name),
    })),
  );
}
