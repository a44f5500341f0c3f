import { setTimeout } from 'node:timers/promises';
import { RECOUNT_BALANCE } from '#credits/settlement.ts';
import type { Check, Verdict } from '#platform/check.ts';
import type { Database, Db } from '#platform/db.ts';
import { findWrongHours, findWrongSums, RECOUNT } from './figures/verify.ts';
import { findQueueFigures } from './queue/figures.ts';
import { findBrokenInvariants, findWrongBalances, invariantFixes } from './queue/invariants.ts';
import { IS_PARKED } from './queue/park.ts';

/** Twice the lease: by then another worker has taken over the jobs of a dead one. */
const SILENT_SECONDS = 30;
/** Orphaned jobs are requeued within seconds, so a check reports only what it still finds after this pause. */
const secondLookMs = 3_000;

type Process = {
  host: string;
  pid: number;
  role: string;
  version: string;
  silent_seconds: number;
  draining: boolean;
};

export const queueChecks = ({ system }: Database, version: string): Check[] => [
  {
    name: 'Workers',
    look: () => examineWorkers(system, version),
  },
  {
    name: 'Queue',
    async look() {
      const find = async () => (await findBrokenInvariants(system)).filter(({ count }) => count > 0);
      const broken = await confirmed(find);
      if (broken.length === 0) return { detail: 'consistent' };
      return {
        detail: broken.map(({ count, meaning }) => `${count}: ${meaning}`).join(' '),
        fix: broken.map(({ name }) => invariantFixes[name] ?? 'Report this.').join(' '),
      };
    },
  },
  {
    name: 'Credits',
    // Comparing every balance reads the whole ledger.
    isSlow: true,
    async look() {
      const wrong = await confirmed(() => findWrongBalances(system));
      if (wrong.length === 0) return { detail: 'every balance is the sum of its ledger' };
      return {
        detail: wrong
          .map(
            ({ orgId, balance, ledger }) => `${orgId} has a balance of ${balance}, but its ledger adds up to ${ledger}`,
          )
          .join('; '),
        fix: `The ledger is correct. Run: ${RECOUNT_BALANCE}`,
      };
    },
  },
  {
    name: 'Stats',
    async look() {
      const hours = await confirmed(() => findWrongHours(system));
      const sums = await confirmed(() => findWrongSums(system));
      const wrong = [
        ...hours.map(
          ({ startsAt, figures, jobs }) => `${startsAt.toISOString()} has ${figures} jobs instead of ${jobs}`,
        ),
        ...sums.map(
          ({ startsAt, slice, sum, figures }) =>
            `${startsAt.toISOString().slice(0, 10)} has ${sum} jobs by ${slice}, but its hours have ${sum === figures ? 'another cost, or other tokens or times' : figures}`,
        ),
      ];
      if (wrong.length === 0)
        return { detail: 'sampled hours match a full count of their jobs, and sampled days the sum of their hours' };
      return {
        detail: wrong.join('; '),
        fix: `Recount them: begin; ${RECOUNT.join('; ')}; commit;`,
      };
    },
  },
];

async function examineWorkers(system: Db, version: string): Promise<Verdict> {
  const processes = await system.query<Process>(
    `select split_part(host, '#', 1) as host, pid, role, version, extract(epoch from clock_timestamp() - last_seen)::int as silent_seconds,
      draining_at is not null as draining from workers`,
  );
  const dead = processes.filter(({ silent_seconds }) => silent_seconds > SILENT_SECONDS);
  if (dead.length > 0) {
    const names = dead.map(
      ({ host, pid, silent_seconds }) => `${host} (process ${pid}, silent for ${silent_seconds} s)`,
    );
    return {
      detail: `dead: ${names.join(', ')}`,
      fix: 'Start npx errand serve: it takes over their work.',
    };
  }
  const other = processes.filter((process) => process.version !== version);
  if (other.length > 0) {
    const names = other.map(({ host, pid, version }) => `${host} (process ${pid}) has ${version}`);
    return { detail: names.join(', '), fix: `Restart them with this version, ${version}.` };
  }
  const [jobs] = await system.query<{ open: number; waiting: number }>(
    `select count(*) as open, count(*) filter (where worker_id is null and not (${IS_PARKED})) as waiting
     from (select worker_id, status from job_queue limit 100000) q`,
  );
  // Processes with the role api serve requests and take no jobs from the queue.
  const claiming = processes.filter(({ role }) => role !== 'api');
  const drained = claiming.filter(({ draining }) => draining).length;
  const workers = claiming.length;
  if (workers > 0 && drained === workers && jobs!.waiting > 0)
    return {
      detail: `all ${workers} are drained, and ${jobs!.waiting} jobs are waiting`,
      fix: 'Start another worker, or resume one: npx errand workers resume ID.',
    };
  if (workers === 0 && jobs!.waiting > 0) {
    const others = processes.length === 0 ? '' : ` (only ${processes.length} with the role api)`;
    return {
      detail: `none is running${others}, and ${jobs!.waiting} jobs are waiting`,
      fix: 'Start npx errand serve, or npx errand serve --role worker next to the others.',
    };
  }
  return {
    detail:
      workers === 0
        ? 'none is running, no job is waiting'
        : `${workers} running${drained > 0 ? ` (${drained} drained)` : ''}, ${jobs!.open} jobs not final${await describeOldest(system)}`,
  };
}

async function describeOldest(system: Db): Promise<string> {
  const { oldestSeconds, oldestStartedSeconds } = await findQueueFigures(system);
  const parts = [
    ...(oldestSeconds >= 1 ? [`the oldest has waited for ${Math.round(oldestSeconds)} s`] : []),
    ...(oldestStartedSeconds >= 1 ? [`the oldest has run for ${Math.round(oldestStartedSeconds)} s`] : []),
  ];
  return parts.map((part) => `, ${part}`).join('');
}

async function confirmed<T>(find: () => Promise<T[]>): Promise<T[]> {
  if ((await find()).length === 0) return [];
  await setTimeout(secondLookMs);
  return find();
}
