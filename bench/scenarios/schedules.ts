import { createTenant, type Lab, pause, withDatabase } from '../lab.ts';
import type { Row } from '../report.ts';

const TARGET_SECONDS = 60;
/** The rows are inserted this long before they are due. */
const AHEAD_SECONDS = 5;
const GIVEN_UP_SECONDS = 300;

type Ended = { count: number; lag: number | null };

/** Measures how long it takes to run the jobs of very many schedules that are due at the same time. */
export async function measureSchedules(lab: Lab): Promise<Row[]> {
  const schedules = lab.quick ? 200 : 10_000;
  const { url, name } = await lab.createDatabase();
  const server = await lab.startServer(url);
  const row = await withDatabase(url, async (database) => {
    const { orgId, agentId } = await createTenant(database, server.port);
    await database.system.run(
      `insert into schedules (id, org_id, name, agent_id, cron, anchor_at, timezone, inputs, catch_up, overlap, next_at)
       select gen_random_uuid(), $1, 'Schedule ' || n, $2, '0 0 1 1 *', now(), 'UTC', json_build_object('text', n::text),
         'one', 'skip', now() + interval '${AHEAD_SECONDS} s'
       from generate_series(1, $3::int) n`,
      [orgId, agentId, schedules],
    );
    const ended = async (): Promise<Ended> => {
      const [found] = await database.system.query<Ended>(
        `select count(*) as count, extract(epoch from max(r.finished_at) - min(s.due_at))::float8 as lag
         from schedule_runs s join job_results r on r.job_id = s.job_id`,
      );
      return found!;
    };
    const givenUpAt = Date.now() + GIVEN_UP_SECONDS * 1_000;
    let last = await ended();
    while (last.count < schedules && Date.now() < givenUpAt) {
      await pause(500);
      last = await ended();
    }
    const [runs] = await database.system.query<{ count: number }>('select count(*) as count from schedule_runs');
    const isWhole = last.count === schedules && runs!.count === schedules;
    return {
      figure: `${schedules.toLocaleString('en-US')} schedules due at once: until the last job has run`,
      ours: isWhole ? `${last.lag!.toFixed(1)} s` : `${last.count} of ${schedules} jobs, ${runs!.count} runs`,
      target: `≤ ${TARGET_SECONDS} s`,
      met: isWhole && last.lag! <= TARGET_SECONDS,
    };
  });
  await server.stop();
  await lab.dropDatabase(name);
  return [row];
}
