import type { AnyJob } from '@errand/sdk';

// The effects of clicking on a value or a column header in the list of jobs.

/** Adds a term to a job query. The same term is not added twice, and its opposite is removed. */
export function addTerm(query: string | undefined, field: string, value: string, isExcluded: boolean): string {
  const bare = toTerm(field, value);
  const opposite = isExcluded ? bare : `-${bare}`;
  const term = isExcluded ? `-${bare}` : bare;
  const kept = ` ${query ?? ''} `.replace(` ${opposite} `, ' ').trim();
  return ` ${kept} `.includes(` ${term} `) ? kept : `${kept} ${term}`.trim();
}

export const toTerm = (field: string, value: string): string => `${field}:${quote(value)}`;

/** Quotes a name for a path if needed, as in `metadata."order id"`. */
export const toPathPart = (name: string): string => (/^[^\s:."]+$/.test(name) ? name : `"${name}"`);

const quote = (text: string): string => (/[\s",:*]|^[<>]/.test(text) ? `"${text.replace(/["\\]/g, '\\$&')}"` : text);

/** Cycles through ascending, descending and unsorted. A leading `-` means largest first. */
export function nextSort(sort: string | undefined, path: string): string | undefined {
  return sort === path ? `-${path}` : sort === `-${path}` ? undefined : path;
}

/** Sorts the loaded jobs by a column: numbers as numbers, jobs without a value last. */
export function sortByColumn(jobs: AnyJob[], sort: string | undefined): AnyJob[] {
  if (sort === undefined) return jobs;
  const isDown = sort.startsWith('-');
  const path = isDown ? sort.slice(1) : sort;
  const cellOf = (job: AnyJob): string | undefined => job.columns?.[path] ?? undefined;
  return jobs.toSorted((one, other) => {
    const [a, b] = [cellOf(one), cellOf(other)];
    if (a === undefined || b === undefined) return Number(a === undefined) - Number(b === undefined);
    return compare(a, b) * (isDown ? -1 : 1);
  });
}

function compare(a: string, b: string): number {
  const [x, y] = [Number(a), Number(b)];
  const areNumbers = a.trim() !== '' && b.trim() !== '' && !Number.isNaN(x) && !Number.isNaN(y);
  return areNumbers ? x - y : a.localeCompare(b);
}
