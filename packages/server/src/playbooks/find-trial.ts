import type { FindTrial } from '#jobs/execute/trial.ts';
import type { Database } from '#platform/db.ts';

/** A job of a rehearsal does what its agent does: only its origin differs. */
export const createFindTrial =
  ({ system }: Database): FindTrial =>
  async ({ jobId }) => {
    const rows = await system.query('select from playbook_steps where job_id = $1', [jobId]);
    return rows.length > 0 ? {} : undefined;
  };
