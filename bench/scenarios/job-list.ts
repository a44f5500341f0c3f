import { performance } from 'node:perf_hooks';
import { createOrganization } from '@errand/server/credits/create-organization.ts';
import { mergeFigures, rollUp } from '@errand/server/jobs/figures/roll-up.ts';
import { sumUp } from '@errand/server/jobs/figures/sums.ts';
import type { Database } from '@errand/server/platform/db.ts';
import { countBlocks } from '../../packages/server/test/figures/count-blocks.ts';
import { fillJobs, insertAgents } from '../../packages/server/test/figures/fill.ts';
import { counted, figured, narrowed, searched, timed } from '../../packages/server/test/figures/list-work.ts';
import { vacuum } from '../fill.ts';
import { type Lab, withDatabase } from '../lab.ts';
import { median, ms, type Row } from '../report.ts';

const AGENTS = 40;
const DAYS = 25;

/** Measures the list of jobs, its queries, counts, time strip and completion with a million jobs against 30,000. */
export async function measureJobList(lab: Lab): Promise<Row[]> {
  const { url, name } = await lab.createDatabase();
  // More than the 20,000 jobs that one page scans.
  const size = { long: lab.quick ? 45_000 : 1_000_000, short: lab.quick ? 22_000 : 30_000 };
  const rows = await withDatabase(url, async (database) => {
    const short = await fill(database, size.short, 1);
    const long = await fill(database, size.long, 2);
    while (await rollUp(database.system));
    while ((await mergeFigures(database.system)) > 0);
    while (await sumUp(database.system, { atOnce: true }));
    await vacuum(url);
    lab.note(`filled ${size.short} and ${size.long} jobs`);
    const found: Row[] = [];
    const asks = { ...narrowed, ...searched, ...figured, ...counted, ...timed };
    for (const [form, ask] of Object.entries(asks)) {
      const took = { short: [] as number[], long: [] as number[] };
      for (let round = 0; round < (lab.quick ? 1 : 5); round += 1)
        for (const [side, orgId] of [['short', short] as const, ['long', long] as const]) {
          const startedAt = performance.now();
          await ask(database.tenant(orgId), orgId);
          took[side].push(performance.now() - startedAt);
        }
      const blocksOf = async (orgId: string): Promise<number> => {
        const db = countBlocks(database.tenant(orgId));
        await ask(db, orgId);
        return db.blocks();
      };
      const isTimed = Object.hasOwn(timed, form);
      const blocks = { short: await blocksOf(short), long: await blocksOf(long) };
      const ratio = blocks.long / Math.max(1, blocks.short);
      lab.note(`${form}: ${blocks.long} / ${blocks.short} blocks, ${took.long.map((one) => one.toFixed(0))} ms`);
      found.push({
        figure: `${form}, ${size.long.toLocaleString('en-US')} jobs`,
        ours: `${ms(median(took.long))}, ${blocks.long} blocks`,
        against: `${ms(median(took.short))}, ${blocks.short} blocks`,
        // Counts with a time limit say "more than".
        ...(isTimed ? {} : { ratio, target: '≤ 1.5 ×', met: ratio <= 1.5 }),
      });
    }
    return found;
  });
  await lab.dropDatabase(name);
  return rows;
}

async function fill(database: Database, jobs: number, number: number): Promise<string> {
  const { id: orgId } = await createOrganization(database.system, { name: `Organization ${number}` });
  const agents = await insertAgents(database.system, orgId, AGENTS);
  // Equally busy days, but more of them.
  const days = number === 1 ? DAYS : (DAYS * jobs) / 1_000_000;
  await fillJobs(database.system, { orgId, agents, keyIds: [], jobs, days, serial: number * 1e7, open: 50 });
  return orgId;
}
