import { randomUUID } from 'node:crypto';
import type { Entry } from '../children/ledger-load.ts';
import { pause, type Tenant } from '../lab.ts';
import { createTally, readProcessorTime } from '../processor-time.ts';
import { ms, type Row, us } from '../report.ts';
import { addTenant, type Fleet, type FleetPrimary, killPrimary, openFleet } from './fleet.ts';
import { judgeLedger, longestWaits } from './ledger.ts';
import { listStored, waitForEnds } from './stored.ts';

// npm run bench -- primaries [--count 2|4|8]: measures whether a primary beside others costs more per job than one
// alone, and whether the loss of one affects the others.

export type PrimariesOptions = { counts: number[]; quick: boolean; note(text: string): void };

/** Jobs per request. A job costs less in company, so the number is the same in every round. */
const COMPANY = 50;
const RATIO_MAX = 1.1;
const DEAD_MS = 5_000;

export async function measurePrimaries({ counts, quick, note }: PrimariesOptions): Promise<Row[]> {
  const rows: Row[] = [];
  for (const count of counts) {
    const fleet = await openFleet({ count, quick, note });
    try {
      const tenants = await Promise.all(fleet.primaries.map((primary) => addTenant(primary, 'noop')));
      const found = [
        await measureCost(fleet, tenants, { quick, note }),
        ...(await measureLoss(fleet, tenants, quick ? 5 : 10)),
      ];
      for (const { figure, ours, against = '' } of found) note(`${figure}: ${ours} (${against})`);
      rows.push(...found);
    } finally {
      await fleet.close();
    }
  }
  return rows;
}

type Side = { primary: FleetPrimary; tenant: Tenant };

/** Alternates between a load on one primary and a load on all of them. */
async function measureCost(fleet: Fleet, tenants: Tenant[], options: Omit<PrimariesOptions, 'counts'>): Promise<Row> {
  const { quick, note } = options;
  const sides = fleet.primaries.map((primary, index) => ({ primary, tenant: tenants[index]! }));
  const [alone, together] = [createTally(), createTally()];
  const requests = quick ? 4 : 40;
  const load = async (some: Side[], tally: ReturnType<typeof createTally>): Promise<void> => {
    fleet.programs.settle();
    const read = () => some.map(({ primary }) => readProcessorTime(primary.dataDir, primary.server.pid));
    const before = read();
    await Promise.all(some.map((side) => sendBatches(side, requests)));
    await waitForEnds(some.map(({ primary }) => primary));
    for (const [index, after] of read().entries()) tally.add(requests * COMPANY, before[index], after);
  };
  await load(sides, createTally());
  // Enough jobs for the kernel's resolution of a hundredth of a second, alone and together.
  const rounds = quick ? 1 : Math.max(3, Math.ceil(12 / sides.length));
  for (let round = 0; round < rounds; round += 1) {
    await load([sides[round % sides.length]!], alone);
    await load(sides, together);
    note(`${sides.length} primaries: ${costOf(alone)} a job alone, ${costOf(together)} together`);
  }
  const ratio = (together.perJob()?.postgresUs ?? Number.NaN) / (alone.perJob()?.postgresUs ?? Number.NaN);
  return {
    figure: `${sides.length} primaries under load together: processor time of PostgreSQL per job`,
    ours: costOf(together),
    against: `${costOf(alone)} one of them alone`,
    ratio,
    target: `0.9 to ${RATIO_MAX} ×`,
    met: ratio <= RATIO_MAX && ratio >= 0.9,
  };
}

function costOf(tally: ReturnType<typeof createTally>): string {
  const used = tally.perJob();
  return used === undefined ? 'not known on this system' : us(used.postgresUs);
}

/** Sends requests one after the other, each with the same number of jobs, however fast the machine is. */
async function sendBatches({ primary, tenant }: Side, requests: number): Promise<void> {
  for (let request = 0; request < requests; request += 1) {
    const inputs = Array.from({ length: COMPANY }, () => ({ text: randomUUID() }));
    const answer = await fetch(`http://127.0.0.1:${primary.port}/v1/agents/run/${tenant.agentId}/async/many/`, {
      method: 'POST',
      headers: { authorization: `Bearer ${tenant.apiKey}`, 'content-type': 'application/json' },
      body: JSON.stringify({ inputs }),
    });
    if (!answer.ok) throw new Error(`Jobs were not accepted: ${await answer.text()}`);
    await answer.arrayBuffer();
  }
}

/** Kills the first primary for some seconds while every organization has callers. */
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
      against: own.problems[0] ?? own.firstFailure?.slice(0, 80) ?? '',
      target: '0 lost',
      met: own.problems.length === 0,
    },
  ];
}
