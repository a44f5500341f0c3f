import type { Database } from '#platform/db.ts';
import { defineSettling } from '#platform/leased-work/settle.ts';
import type { WorkKit } from '#platform/leased-work/work-kit.ts';
import { createFindTrial } from './find-trial.ts';
import { settledRows } from './runs-store.ts';
import { settleRun } from './settle-run.ts';

/** Assembles the evaluations domain for one process. Workers score runs whose jobs have all ended. */
export const createEvaluationRuntime = ({ database, kit }: { database: Database; kit: WorkKit }) => ({
  findTrial: createFindTrial(database),
  ...defineSettling(kit, settledRows, (orgId, id) => settleRun(database, orgId, id)),
});
