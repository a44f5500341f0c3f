import type { Paging } from '#http/paging.ts';
import type { Database } from '#platform/db.ts';
import { listItems, listJobs } from '../read/list-jobs.ts';
import type { Archive } from './archive.ts';

// Lists an agent's jobs by page: first those in the tables, then archived ones.

type Deps = { database: Database; archive: Archive };
type Query = Parameters<typeof listJobs>[3];

/** Parameters that choose a page of the whole list, not certain jobs. */
const PLAIN = ['page', 'page_size', 'limit', 'terms'];
const isPlain = (query: Query): boolean =>
  query.terms.length === 0 &&
  Object.entries(query).every(([name, value]) => PLAIN.includes(name) || value === undefined);

export async function listAgentJobs(
  { database, archive }: Deps,
  orgId: string,
  agentId: string,
  query: Query,
  paging: Paging,
) {
  const live = await listJobs(database, orgId, agentId, query, paging);
  const archived = await archive.countOfAgent(orgId, agentId);
  if (archived === 0) return { ...live, leftOut: 0 };
  // With a filter or another order the archive is not read, and the answer says so.
  if (!isPlain(query)) return { ...live, leftOut: archived };
  const missing = Math.min(paging.size, live.count - paging.offset) - live.items.length;
  if (missing <= 0) return { ...live, leftOut: 0 };
  const [counted] = await database
    .tenant(orgId)
    .query<{ count: number }>('select count(*) as count from jobs where org_id = $1 and agent_id = $2', [
      orgId,
      agentId,
    ]);
  const stretch = await archive.readOfAgent(orgId, agentId, {
    size: missing,
    offset: Math.max(0, paging.offset - counted!.count),
  });
  const items = stretch ? await listItems(stretch.db, orgId, stretch.ids) : [];
  return { ...live, items: [...live.items, ...items.map((item) => ({ ...item, archived: true }))], leftOut: 0 };
}
