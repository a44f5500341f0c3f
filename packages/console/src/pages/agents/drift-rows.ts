import type { Drift } from '@errand/sdk';

type Cell = Pick<Drift['rows'][number], 'reviewed' | 'agreed'>;

/** Returns a column per version in order of appearance, and a row per month, newest first. */
export function driftRows(rows: Drift['rows']): {
  versions: { id: string; name: string }[];
  months: { month: string; cells: (Cell | undefined)[] }[];
} {
  const names = new Map(rows.map((row) => [row.agent_version_id, row.version_name]));
  const versions = [...names].map(([id, name]) => ({ id, name }));
  const months = [...new Set(rows.map(({ month }) => month))].sort().reverse();
  return {
    versions,
    months: months.map((month) => ({
      month,
      cells: versions.map(({ id }) => rows.find((row) => row.month === month && row.agent_version_id === id)),
    })),
  };
}
