import { type Run, servePeer } from './peer.ts';

// graphile-worker: a local queue fetches jobs in blocks, completions are batched, and jobs are added in one call.

type Library = {
  Logger: new (factory: () => () => void) => object;
  run(options: object): Promise<unknown>;
  runMigrations(options: object): Promise<void>;
};

// Not a plain import, because the package is only installed for comparisons.
const { Logger, run: runWorker, runMigrations } = (await import(['graphile', 'worker'].join('-'))) as Library;

// The default logger would write a line per job.
const logger = new Logger(() => () => undefined);

await servePeer(async (connectionString) => {
  await runMigrations({ connectionString, logger });
  return {
    enqueue: (client, runs) =>
      client.query({
        name: 'enqueue',
        text: `select count(*) from graphile_worker.add_jobs(array(
          select ('run', payload, null, null, null, null, null, null)::graphile_worker.job_spec from unnest($1::json[]) as payload))`,
        values: [runs.map((run) => JSON.stringify(run))],
      }),
    work: (run) =>
      runWorker({
        noHandleSignals: true,
        taskList: { run: (payload: Run) => run([payload]) },
        preset: {
          worker: {
            connectionString,
            logger,
            maxPoolSize: 20,
            concurrentJobs: 100,
            pollInterval: 500,
            localQueue: { size: 400 },
            completeJobBatchDelay: 0,
            failJobBatchDelay: 0,
          },
        },
      }),
  };
});
