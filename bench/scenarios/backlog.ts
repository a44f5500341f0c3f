import { fillWaiting, vacuum } from '../fill.ts';
import { createTenant, type Lab, pause, withDatabase } from '../lab.ts';
import { median, perSecond, type Row } from '../report.ts';

/** Measures how fast one worker drains the queue, with nothing behind the measured jobs and with a long backlog. */
export async function measureBacklog(lab: Lab): Promise<Row[]> {
  const measured = lab.quick ? 1_000 : 30_000;
  const waiting = lab.quick ? 5_000 : 500_000;
  const long: number[] = [];
  const short: number[] = [];
  for (let round = 0; round < (lab.quick ? 1 : 3); round += 1) {
    short.push(await drain(lab, measured, measured));
    long.push(await drain(lab, waiting, measured));
    lab.note(`drain: ${perSecond(short.at(-1)!)} alone, ${perSecond(long.at(-1)!)} with ${waiting} waiting`);
  }
  const ratio = median(long.map((rate, round) => rate / short[round]!));
  return [
    {
      figure: `drain rate with ${waiting.toLocaleString('en-US')} waiting`,
      ours: perSecond(median(long)),
      against: `${perSecond(median(short))} with none behind`,
      ratio,
      target: '≥ 0.9 ×',
      met: ratio >= 0.9,
    },
  ];
}

async function drain(lab: Lab, waiting: number, measured: number): Promise<number> {
  const { url, name } = await lab.createDatabase();
  const rate = await withDatabase(url, async (database) => {
    const api = await lab.startServer(url, { ERRAND_ROLE: 'api' });
    const tenant = await createTenant(database, api.port);
    await api.stop();
    await fillWaiting(url, tenant, waiting);
    await vacuum(url);
    const worker = await lab.startServer(url, { ERRAND_ROLE: 'worker' });
    for (;;) {
      const [row] = await database.system.query<{ count: number }>(
        'select count(*) as count from (select from job_results limit $1) few',
        [measured],
      );
      if (row!.count >= measured) break;
      await pause(250);
    }
    await worker.stop();
    // Skips the first tenth, in which the process warms up.
    const [window] = await database.system.query<{ jobs: number; seconds: number }>(
      `select count(*) as jobs, extract(epoch from max(finished_at) - min(finished_at))::float8 as seconds
        from (select finished_at from job_results order by finished_at offset $1 limit $2) steady`,
      [Math.floor(measured / 10), Math.floor(measured * 0.85)],
    );
    return window!.jobs / window!.seconds;
  });
  await lab.dropDatabase(name);
  return rate;
}
