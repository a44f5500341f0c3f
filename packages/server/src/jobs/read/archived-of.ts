import { readMoment } from '#orgs/moment.ts';
import type { Db } from '#platform/db.ts';
import { findArchivedUntil } from '../record/archived-until.ts';
import { isFinal } from '../record/model.ts';
import type { ListFilters } from './job-source.ts';

/** Returns the latest time at which an archived job that fits the filters may have been accepted, or null. */
export async function findArchivedOf(db: Db, orgId: string, query: ListFilters): Promise<Date | null> {
  // Archived jobs have all ended.
  if (query.status_code?.split(',').every((code) => !isFinal(Number(code)))) return null;
  return findArchivedUntil(db, orgId, {
    from: readMoment('created_from', query.created_from)?.getTime(),
    to: readMoment('created_to', query.created_to)?.getTime(),
    agentIds: query.agent_id,
  });
}
