import { readMoment } from '#orgs/moment.ts';
import type { Database } from '#platform/db.ts';
import { firstIdAt, idTime } from '#platform/ids.ts';
import type { PathColumn } from '../query/columns.ts';
import type { ListFilters } from '../read/job-source.ts';
import { listAllJobs } from '../read/list-all-jobs.ts';
import { isFinal } from '../record/model.ts';
import type { Archive } from './archive.ts';

// Lists all jobs of an organization, including archived ones. Archived jobs are read in ranges, to which the list's own
// statements apply the filters. A page ends at the end of the range that it has read.

/** Archived jobs that one page with filters reads: about a second of work. */
const STRETCH = 500;

type Deps = { database: Database; archive: Archive };
type Wanted = { size: number; columns: PathColumn[] };

export async function listJobsAndArchive(
  { database, archive }: Deps,
  orgId: string,
  query: ListFilters,
  wanted: Wanted,
) {
  const live = await listAllJobs(database.tenant(orgId), orgId, query, wanted);
  if (query.status_code?.split(',').every((code) => !isFinal(Number(code)))) return live;
  const hasFilters = live.total === null;
  const stretch = await archive.readStretch(orgId, {
    below: least(query.cursor, idBefore(query.created_to)),
    // Older jobs than the end of this page come with the next one.
    above: most(live.next_cursor ?? undefined, query.after, idAfter(query.created_from)),
    ids: query.ids,
    agentIds: query.agent_id,
    size: hasFilters ? STRETCH : wanted.size + 1,
    withSteps: query.terms?.some(({ field }) => field === 'model') ?? false,
  });
  if (stretch === undefined) return live;
  const { cursor: _, ...given } = query;
  // Error codes were looked up in the tables, but the archive may have others.
  const filters = { ...given, terms: query.terms?.map(({ codes: _codes, ...term }) => term) ?? [] };
  const found = await listAllJobs(stretch.db, orgId, { ...filters, ids: stretch.ids }, { ...wanted, size: STRETCH });
  const edge = stretch.hasMore ? stretch.ids.at(-1)! : live.next_cursor;
  const results = [...live.results, ...found.results.map((row) => ({ ...row, archived: true }))]
    .filter(({ id }) => edge === null || id >= edge || !stretch.hasMore)
    .sort((one, other) => (one.id < other.id ? 1 : -1));
  const page = results.slice(0, wanted.size);
  const isFull = results.length > wanted.size;
  return {
    ...live,
    results: page,
    next_cursor: isFull ? page.at(-1)!.id : edge,
    searched_to: isFull || edge === null || !hasFilters ? null : idTime(edge).toISOString(),
  };
}

const idBefore = (text: string | undefined): string | undefined => {
  const moment = readMoment('created_to', text);
  return moment && firstIdAt(moment.getTime() + 1);
};

const idAfter = (text: string | undefined): string | undefined => {
  const moment = readMoment('created_from', text);
  return moment && firstIdAt(moment.getTime());
};

const least = (...ids: (string | undefined)[]): string | undefined =>
  ids.filter((id) => id !== undefined).toSorted()[0];
const most = (...ids: (string | undefined)[]): string | undefined =>
  ids
    .filter((id) => id !== undefined)
    .toSorted()
    .at(-1);
