import { PgBoss } from 'pg-boss';
import { END_JOBS, NEW_STATUS, preparePeer, servePeer } from './peer.ts';

const url = process.env.DATABASE_URL!;
const pool = await preparePeer(url);
const boss = new PgBoss({ connectionString: url, max: 20, supervise: false, schedule: false });
boss.on('error', (error) => console.error(error));
await boss.start();
await boss.createQueue('run');
// Four workers that fetch fifty at a time and finish them with one statement of ours and one of the library's.
for (let worker = 0; worker < 4; worker += 1) {
  await boss.work<{ id: string }>('run', { batchSize: 50, pollingIntervalSeconds: 0.5 }, async (jobs) => {
    await pool.query(END_JOBS, [jobs.map((job) => job.data.id)]);
  });
}
await servePeer(
  async (id, input) => {
    await pool.query({ name: 'new', text: NEW_STATUS, values: [id, JSON.stringify(input)] });
    await boss.send('run', { id });
  },
  () => boss.stop({ graceful: false }),
);
