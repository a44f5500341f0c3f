import { pause } from '../lab.ts';
import { type FleetPrimary, withClient } from './fleet.ts';
import type { Stored } from './ledger.ts';

/** Waits until no primary has an open job, or there is no progress for two minutes, which the comparison then finds. */
export async function waitForEnds(primaries: FleetPrimary[]): Promise<void> {
  let least = Number.POSITIVE_INFINITY;
  let progressAt = performance.now();
  for (;;) {
    const counts = await Promise.all(primaries.map(countUnfinished));
    const left = counts.reduce((sum, count) => sum + count, 0);
    if (left === 0) return;
    if (left < least) [least, progressAt] = [left, performance.now()];
    if (performance.now() - progressAt > 120_000) return;
    await pause(200);
  }
}

const countUnfinished = ({ url }: FleetPrimary): Promise<number> =>
  withClient(url, async (client) => (await client.query('select count(*)::int as count from job_queue')).rows[0].count);

export function listStored({ url, name }: FleetPrimary): Promise<Stored[]> {
  return withClient(url, async (client) => {
    const { rows } = await client.query(
      `select j.id as "jobId", j.inputs->0->>'value' as number, r.job_id is not null as ended, coalesce(r.status = 3, false) as succeeded
         from jobs j left join job_results r on r.job_id = j.id`,
    );
    return rows.map((row) => ({ ...row, primary: name }));
  });
}
