import { earlierJobs } from '#batch-runs/store.ts';
import type { FrozenCase } from '#engines/engine/frozen.ts';
import type { FindTrial } from '#jobs/execute/trial.ts';
import type { Database } from '#platform/db.ts';

/** Tells a job of a run what to do: its case, with the case's stored evidence if there is any. */
export const createFindTrial =
  ({ system }: Database): FindTrial =>
  async ({ jobId }) => {
    const rows = await system.query<{ model: string | null; evidence: FrozenCase | null; after: string[] }>(
      `select r.model, c.evidence, ${earlierJobs} as after
       from jobs j join evaluation_runs r on r.batch_id = j.batch_id
       join evaluation_results x on x.run_id = r.id and x.position = j.batch_index / r.repeats
       left join evaluation_cases c on c.id = x.case_id
       where j.id = $1::uuid`,
      [jobId],
    );
    const row = rows[0];
    if (row === undefined) return undefined;
    const { model, evidence: frozen, after } = row;
    return {
      model,
      after,
      ...(frozen !== null && {
        run: (engine, context, given) =>
          engine.runFrozen === undefined
            ? engine.run(context, given)
            : engine.runFrozen(context, {
                ...given,
                frozen: { ...frozen, inputs: Object.entries(given.inputs).map(([key, value]) => ({ key, value })) },
              }),
      }),
    };
  };
