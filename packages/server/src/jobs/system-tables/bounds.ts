import type { RowFilter } from '#connections/model/driver.ts';
import { firstIdAt, isUuid } from '#platform/ids.ts';

// What of a query's conditions decides which rows are read at all: times and ids. The query filters again, so everything
// here may only leave out rows that it does not want.

export type Bounds = {
  /** Ids of jobs or deliveries: at or after, before. */
  from?: string;
  to?: string;
  agentIds?: string[];
  /** Every condition is among these: as many rows as the query wants are enough. */
  isComplete: boolean;
};

/** A clock that was set back may have given an id of a little earlier than the moment that its row tells. */
const SLACK_MS = 3_600_000;

export function readBounds(filters: RowFilter[], { idColumn }: { idColumn: string }): Bounds {
  const bounds: Bounds = { isComplete: true };
  for (const filter of filters) if (!narrow(bounds, filter, idColumn)) bounds.isComplete = false;
  // Times are taken with a margin, so a row within it may have to go yet.
  if (bounds.from !== undefined || bounds.to !== undefined) bounds.isComplete = false;
  return bounds;
}

/** False: it says nothing that is known here. */
function narrow(bounds: Bounds, filter: RowFilter, idColumn: string): boolean {
  const column = filter.column.toLowerCase();
  if (column === 'agent_id' && (filter.op === '=' || filter.op === 'in')) {
    const ids = filter.op === 'in' ? filter.values : [filter.value];
    // Text is compared as it is; a spelling that is no id has no rows, which the query finds out by itself.
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

/** Without a zone it is UTC, as in the SQL engine. */
function readMoment(value: unknown): number | undefined {
  const [, day, time = '00:00:00'] =
    /^(\d{4}-\d\d-\d\d)(?:[ T](\d\d:\d\d(?::\d\d(?:\.\d+)?)?))?$/.exec(String(value)) ?? [];
  const at = day === undefined ? Number.NaN : Date.parse(`${day}T${time}Z`);
  return Number.isNaN(at) ? undefined : at;
}
