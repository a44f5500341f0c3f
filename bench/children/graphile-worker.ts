import { Logger, run } from 'graphile-worker';
import { END_JOBS, NEW_STATUS, preparePeer, servePeer } from './peer.ts';

const url = process.env.DATABASE_URL!;
const pool = await preparePeer(url);
const runner = await run({
  connectionString: url,
  maxPoolSize: 20,
  noHandleSignals: true,
  logger: new Logger(() => () => undefined),
  preset: {
    worker: {
      concurrentJobs: 32,
      localQueue: { size: 100 },
      completeJobBatchDelay: 0,
      failJobBatchDelay: 0,
      pollInterval: 500,
    },
  },
  taskList: {
    async run(payload) {
      await pool.query({ name: 'end', text: END_JOBS, values: [[(payload as { id: string }).id]] });
    },
  },
});
// Status row and job in one statement: one round trip per accepted run.
const ACCEPT = `with row as (${NEW_STATUS}) select graphile_worker.add_job('run', json_build_object('id', $1::uuid))`;
await servePeer(
  async (id, input) => void (await pool.query({ name: 'accept', text: ACCEPT, values: [id, JSON.stringify(input)] })),
  () => runner.stop(),
);
