import type { Case } from '@errand/contract/case-desk.ts';
import type { Db } from '#platform/db.ts';
import { caseAnswer } from './answers.ts';
import { listAlerts } from './store/alerts.ts';
import { type CaseRow, getAnyCase } from './store/cases.ts';
import { listDocuments } from './store/documents.ts';
import * as parts from './store/parts.ts';
import { listEarlierDecisions, listRelated } from './store/related.ts';

const ALERTS_MAX = 100;

/** A case with everything that hangs on it, as somebody sees it. */
export async function readCase(db: Db, orgId: string, row: CaseRow, viewer: number | null): Promise<Case> {
  const merged = await parts.listMerged(db, orgId, row.id);
  const alerts = await listAlerts(db, orgId, { viewer, caseId: row.id }, { size: ALERTS_MAX, offset: 0 });
  return caseAnswer(row, {
    alerts: alerts.rows,
    jobs: await parts.listJobLinks(db, orgId, row.id),
    tasks: await parts.listTasks(db, orgId, [row.id]),
    notes: await parts.listNotes(db, orgId, [row.id]),
    related: await listRelated(db, orgId, row.id, viewer),
    decisions: await listEarlierDecisions(db, orgId, row, { viewer }),
    documents: await listDocuments(db, orgId, [row.id, ...merged]),
    merged,
  });
}

/** The same after a change, for whoever made it. They see it once more, even if they restricted it to others. */
export const readChanged = async (db: Db, orgId: string, id: string, viewer: number | null): Promise<Case> =>
  readCase(db, orgId, await getAnyCase(db, orgId, id), viewer);
