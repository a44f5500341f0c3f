import { createTenant, type Lab, runRequest, withDatabase } from '../lab.ts';
import { percentile } from '../report.ts';
import { type Compared, compareFigures } from './compare.ts';
import { type Costs, costAt } from './costs.ts';
import { difference, readGauges } from './gauges.ts';
import { countResults, listTimes } from './measure.ts';
import { simulate } from './simulate.ts';

// Runs a small fleet under a load that makes jobs wait, and compares the measured figures with the model's.

const SLOTS = 8;
const ENGINE_MS = 200;
const RATE = 26;
const SECONDS = 40;
const FROM = 1_000_000;

export async function validateModel(lab: Lab, costs: Costs): Promise<Compared[]> {
  const total = RATE * (lab.quick ? 2 : SECONDS);
  const measured = await measureRun(lab, total);
  const predicted = predictRun(costs, total);
  return compareFigures([
    { figure: 'wait for a slot, p50', unit: 'ms', model: predicted.p50, measured: measured.p50 },
    { figure: 'wait for a slot, p99', unit: 'ms', model: predicted.p99, measured: measured.p99 },
    { figure: 'slots in use', unit: 'share', model: predicted.slots, measured: measured.slots },
    { figure: 'jobs per second', unit: '/s', model: RATE, measured: measured.rate },
    { figure: 'processor of PostgreSQL', unit: 'cores', model: predicted.postgres, measured: measured.postgres },
    { figure: 'processor of both programs', unit: 'cores', model: predicted.programs, measured: measured.programs },
    { figure: 'write-ahead log of a job', unit: 'bytes', model: predicted.wal, measured: measured.wal },
  ]);
}

type Figures = {
  p50: number;
  p99: number;
  slots: number;
  rate: number;
  postgres: number;
  programs: number;
  wal: number;
};

async function measureRun(lab: Lab, total: number): Promise<Figures> {
  const { url, name } = await lab.createDatabase();
  const settings = { ERRAND_SQL_WARM: '0' };
  const api = await lab.startServer(url, { ...settings, ERRAND_ROLE: 'api' });
  const worker = await lab.startServer(url, {
    ...settings,
    ERRAND_ROLE: 'worker',
    ERRAND_WORKER_CONCURRENCY: String(SLOTS),
  });
  return withDatabase(url, async (database) => {
    const tenant = await createTenant(database, api.port, 'StepsEngine', { milliseconds: ENGINE_MS });
    const target = { host: '127.0.0.1', port: api.port, connections: 64, requests: [runRequest(tenant, 'async/')] };
    await lab.load({ ...target, total: 50 });
    await countResults(database, 50);
    const before = await readGauges(lab, name, [api, worker]);
    const startedAt = performance.now();
    await lab.load({ ...target, rate: RATE, random: true, total, from: FROM });
    const loaded = (performance.now() - startedAt) / 1_000;
    await countResults(database, 50 + total);
    const seconds = (performance.now() - startedAt) / 1_000;
    const used = difference(before, await readGauges(lab, name, [api, worker]));
    const { waitedMs, heldMs } = await listTimes(database, tenant, { from: FROM, count: total });
    await worker.stop();
    await api.stop();
    return {
      p50: percentile(waitedMs, 0.5),
      p99: percentile(waitedMs, 0.99),
      slots: heldMs.reduce((sum, one) => sum + one, 0) / 1_000 / seconds / SLOTS,
      rate: total / loaded,
      postgres: used.postgresUs / 1e6 / seconds,
      programs: used.programsUs.reduce((sum, one) => sum + one, 0) / 1e6 / seconds,
      wal: used.walBytes / total,
    };
  });
}

function predictRun(costs: Costs, total: number): Omit<Figures, 'rate'> {
  const postgresSeconds = costAt(costs, 'postgresUs', RATE) / 1e6;
  const visit = (share: number) => ({ meanSeconds: postgresSeconds * share, distribution: 'exponential' as const });
  const programsUs = costAt(costs, 'apiUs', RATE) + costAt(costs, 'workerUs', RATE);
  const outcome = simulate({
    ratePerSecond: RATE,
    stations: [
      { name: 'postgres', servers: 2 },
      { name: 'slots', servers: SLOTS },
      { name: 'engine', servers: Number.MAX_SAFE_INTEGER },
    ],
    route: [
      { station: 'postgres', ...visit(costs.acceptShare) },
      { station: 'slots', meanSeconds: 0, distribution: 'fixed', holds: true },
      { station: 'postgres', ...visit((1 - costs.acceptShare) / 2) },
      { station: 'engine', meanSeconds: (ENGINE_MS + costs.holdMs) / 1_000, distribution: 'fixed' },
      { station: 'postgres', ...visit((1 - costs.acceptShare) / 2) },
    ],
    startsAt: 3,
    jobs: Math.max(20_000, total),
  });
  return {
    p50: outcome.waitSeconds.p50 * 1_000 + costs.handoverMs.p50,
    p99: outcome.waitSeconds.p99 * 1_000 + costs.handoverMs.p50,
    slots: outcome.used.slots!,
    postgres: (RATE * postgresSeconds * 1e6 + 2 * costs.idle.postgresUsPerSecond) / 1e6,
    programs: (RATE * programsUs + 2 * costs.idle.programUsPerSecond) / 1e6,
    wal: costAt(costs, 'walBytes', RATE),
  };
}
