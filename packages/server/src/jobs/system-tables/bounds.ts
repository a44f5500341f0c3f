import type { RowFilter } from '#connections/model/driver.ts';
import { firstIdAt, isUuid } from '#platform/ids.ts';

// Reads from the conditions of a query which rows must be read at all, by times and ids. The query filters again, so
// this may only leave out rows that the query does not want.

export type Bounds = {
  /** The first id of jobs or deliveries, and the id before which to stop. */
  from?: string;
  to?: string;
  agentIds?: string[];
  /** Whether these bounds cover every condition, so that the query needs no more rows than its limit. */
  isComplete: boolean;
};

/** A clock that was set back may have given an id that is a little older than the time in its row. */
const SLACK_MS = 3_600_000;

export function readBounds(filters: RowFilter[], { idColumn }: { idColumn: string }): Bounds {
  const bounds: Bounds = { isComplete: true };
  for (const filter of filters) if (!narrow(bounds, filter, idColumn)) bounds.isComplete = false;
  // Times have a margin, and the query may drop rows within it.
  if (bounds.from !== undefined || bounds.to !== undefined) bounds.isComplete = false;
  return bounds;
}

/** Narrows the bounds by a condition. Returns false if the condition is not about times or ids. */
function narrow(bounds: Bounds, filter: RowFilter, idColumn: string): boolean {
  const column = filter.column.toLowerCase();
  if (column === 'agent_id' && (filter.op === '=' || filter.op === 'in')) {
    const ids = filter.op === 'in' ? filter.values : [filter.value];
    // Ids are compared as text. For any other spelling the query itself finds no rows.
    if (!ids.every((id) => typeof id === 'string' && isUuid(id) && id === id.toLowerCase())) return false;
    bounds.agentIds = ids as string[];
    return true;
  }
  if (column === idColumn && filter.op === '=' && typeof filter.value === 'string' && isUuid(filter.value)) {
    bounds.from = most(bounds.from, filter.value.toLowerCase());
    bounds.to = least(bounds.to, `${filter.value.toLowerCase()}~`);
    return true;
  }
  if (column !== 'created_at' || !('value' in filter) || filter.op === '<>') return false;
  const at = readMoment(filter.value);
  if (at === undefined) return false;
  if (filter.op !== '<' && filter.op !== '<=') bounds.from = most(bounds.from, firstIdAt(Math.max(0, at - SLACK_MS)));
  if (filter.op !== '>' && filter.op !== '>=') bounds.to = least(bounds.to, firstIdAt(at + SLACK_MS));
  return true;
}

const most = (one: string | undefined, other: string): string => (one === undefined || one < other ? other : one);
const least = (one: string | undefined, other: string): string => (one === undefined || one > other ? other : one);

/** Reads a time without a zone as UTC, as the SQL engine does. */
function readMoment(value: unknown): number | undefined {
  const [, day, time = '00:00:00'] =
    /^(\d{4}-\d\d-\d\d)(?:[ T](\d\d:\d\d(?::\d\d(?:\.\d+)?)?))?$/.exec(String(value)) ?? [];
  const at = day === undefined ? Number.NaN : Date.parse(`${day}T${time}Z`);
  return Number.isNaN(at) ? undefined : at;
}
