import { type Run, servePeer } from './peer.ts';

// pg-boss: jobs are fetched and completed in batches, notifications wake workers, and full fetches follow at once.

type Boss = {
  on(event: 'error', handler: (error: Error) => void): void;
  start(): Promise<void>;
  createQueue(name: string, options: object): Promise<void>;
  insert(name: string, jobs: object[], options: object): Promise<unknown>;
  work(name: string, options: object, handler: (jobs: { data: Run }[]) => Promise<void>): Promise<string>;
};

const QUEUE = 'runs';
// Not a plain import, because the package is only installed for comparisons.
const { PgBoss } = (await import(['pg', 'boss'].join('-'))) as { PgBoss: new (options: object) => Boss };

await servePeer(async (connectionString) => {
  const boss = new PgBoss({ connectionString, max: 20, useListenNotify: true, schedule: false });
  boss.on('error', (error) => console.error(error));
  await boss.start();
  await boss.createQueue(QUEUE, { notify: true, retryLimit: 2 });
  return {
    enqueue: (client, runs) =>
      boss.insert(
        QUEUE,
        runs.map((data) => ({ data })),
        { db: { executeSql: (text: string, values: unknown[]) => client.query(text, values) } },
      ),
    work: (run) =>
      boss.work(
        QUEUE,
        {
          batchSize: 100,
          localConcurrency: 4,
          pollingIntervalSeconds: 0.5,
          notifyPollingIntervalSeconds: 0.5,
          burstWhenBatchFull: true,
        },
        (jobs) => run(jobs.map((job) => job.data)),
      ),
  };
});
