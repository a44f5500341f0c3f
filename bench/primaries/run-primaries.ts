import type { Entry } from '../children/ledger-load.ts';
import { pause, runRequest, type Tenant } from '../lab.ts';
import { createTally, readProcessorTime } from '../processor-time.ts';
import { median, ms, type Row, us } from '../report.ts';
import { addTenant, type Fleet, type FleetPrimary, killPrimary, openFleet } from './fleet.ts';
import { judgeLedger, longestWaits } from './ledger.ts';
import { listStored, waitForEnds } from './stored.ts';

// npm run bench -- primaries [--count 2|4|8]: does a primary beside others cost more per job than one alone, and does
// the loss of one concern the others?

export type PrimariesOptions = { counts: number[]; quick: boolean; note(text: string): void };

/** Jobs per second for each primary: the same company for a job, however many primaries there are. */
const RATE = 25;
const RATIO_MAX = 1.1;
const DEAD_MS = 5_000;

export async function measurePrimaries({ counts, quick, note }: PrimariesOptions): Promise<Row[]> {
  const rows: Row[] = [];
  for (const count of counts) {
    const fleet = await openFleet({ count, quick, note });
    try {
      const tenants = await Promise.all(fleet.primaries.map((primary) => addTenant(primary, 'noop')));
      rows.push(await measureCost(fleet, tenants, { quick, note }));
      rows.push(...(await measureLoss(fleet, tenants, quick ? 5 : 10)));
    } finally {
      await fleet.close();
    }
  }
  return rows;
}

type Side = { primary: FleetPrimary; tenant: Tenant };

/** In turns: one primary has its load alone, then all of them have theirs. */
async function measureCost(fleet: Fleet, tenants: Tenant[], options: Omit<PrimariesOptions, 'counts'>): Promise<Row> {
  const { quick, note } = options;
  const sides = fleet.primaries.map((primary, index) => ({ primary, tenant: tenants[index]! }));
  const rounds: { alone: number; together: number }[] = [];
  let from = 0;
  const load = async (some: Side[], seconds: number): Promise<number> => {
    from += 1_000_000;
    const tally = createTally();
    const read = () => some.map(({ primary }) => readProcessorTime(primary.dataDir, primary.server.pid));
    const before = read();
    const total = RATE * seconds;
    const answers = await Promise.all(some.map((side) => loadOne(fleet, side, { total, from })));
    await waitForEnds(some.map(({ primary }) => primary));
    for (const [index, after] of read().entries()) tally.add(answers[index]!, before[index], after);
    const used = tally.perJob();
    if (used === undefined) throw new Error('Processor time is read from /proc: on Linux only.');
    return used.postgresUs;
  };
  await load(sides, 2);
  for (let round = 0; round < (quick ? 1 : 6); round += 1) {
    const seconds = quick ? 2 : 10;
    const alone = await load([sides[round % sides.length]!], seconds);
    const together = await load(sides, seconds);
    rounds.push({ alone, together });
    note(`${sides.length} primaries: ${us(alone)} a job alone, ${us(together)} together`);
  }
  const ratio = median(rounds.map(({ alone, together }) => together / alone));
  return {
    figure: `${sides.length} primaries under load together: processor time of PostgreSQL per job`,
    ours: us(median(rounds.map(({ together }) => together))),
    against: `${us(median(rounds.map(({ alone }) => alone)))} one of them alone`,
    ratio,
    target: `≤ ${RATIO_MAX} ×`,
    met: ratio <= RATIO_MAX,
  };
}

async function loadOne(
  fleet: Fleet,
  { primary, tenant }: Side,
  load: { total: number; from: number },
): Promise<number> {
  const target = { host: '127.0.0.1', port: primary.port, connections: 32, requests: [runRequest(tenant, 'async/')] };
  return (await fleet.programs.load({ ...target, ...load, rate: RATE })).answers;
}

/** The first primary is lost for some seconds while every organization has callers. */
async function measureLoss(fleet: Fleet, tenants: Tenant[], ratePerSecond: number): Promise<Row[]> {
  const [lost] = fleet.primaries as [FleetPrimary];
  await fleet.router.ask({});
  const targets = tenants.map((tenant, index) => ({
    name: fleet.primaries[index]!.name,
    port: fleet.router.port,
    path: `/v1/agents/run/${tenant.agentId}/async/`,
    apiKey: tenant.apiKey,
    ratePerSecond,
  }));
  const settings = { TARGETS: JSON.stringify(targets), FROM: '500000000' };
  const callers = await fleet.programs.start('ledger-load.ts', settings);
  await pause(2_000);
  killPrimary(lost);
  const killedAt = Date.now();
  await pause(DEAD_MS);
  const aliveAt = Date.now();
  await fleet.programs.start('primary.ts', { PRIMARY_DIR: lost.dataDir });
  await pause(2_000);
  const entries = await callers.ask<Entry[]>();
  await waitForEnds(fleet.primaries);
  const stored = (await Promise.all(fleet.primaries.map(listStored))).flat();
  const mine = entries.filter(({ target }) => target === lost.name);
  const others = entries.filter(({ target }) => target !== lost.name);
  const during = others.filter(({ sentAt, jobId }) => jobId !== undefined && sentAt > killedAt && sentAt < aliveAt);
  const [verdict, own] = [judgeLedger(others, stored, {}), judgeLedger(mine, stored, {})];
  return [
    {
      figure: `${fleet.primaries.length} primaries, one killed for ${DEAD_MS / 1_000} s: jobs of the others meanwhile; failed; lost or doubled`,
      ours: `${during.length}; ${verdict.failed}; ${verdict.problems.length}`,
      against: `longest answer ${ms(longestWaits(others).answerMs)}`,
      target: '0; 0',
      met: during.length > 0 && verdict.failed === 0 && verdict.problems.length === 0,
    },
    {
      figure: 'the same, of the killed one: acknowledged; failed; lost or doubled',
      ours: `${own.acknowledged}; ${own.failed}; ${own.problems.length}`,
      ...(own.problems[0] !== undefined && { against: own.problems[0] }),
      target: '0 lost',
      met: own.problems.length === 0,
    },
  ];
}
