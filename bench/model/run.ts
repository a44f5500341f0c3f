import type { Lab } from '../lab.ts';
import type { Row } from '../report.ts';
import { judgeComparison } from './compare.ts';
import { type Costs, readCosts } from './costs.ts';
import { measureCosts, storeCosts } from './measure.ts';
import { MEANS, type Plan, planFleet } from './plan.ts';
import { validateModel } from './validate.ts';

// npm run bench -- model [--measure] [--validate]: prints the table from the stored costs or from new ones.

export type ModelOptions = { measure: boolean; validate: boolean; openLab(): Promise<Lab>; print(line: string): void };

const PEAK_FACTOR = 3;
const KEEP_DAYS = 31;

export async function runModel({ measure, validate, openLab, print }: ModelOptions): Promise<Row[]> {
  let costs: Costs | undefined;
  if (measure) {
    const lab = await openLab();
    costs = await measureCosts(lab);
    if (lab.quick) lab.note('a quick measurement is not stored');
    else await storeCosts(costs);
  }
  costs ??= readCosts();
  print(`costs of ${costs.measuredOn}, ${costs.machine}, ${costs.programs}; a job: ${costs.job}`);
  print(
    `busiest hour ${PEAK_FACTOR} × the average, rows kept ${KEEP_DAYS} days, ${MEANS.slotsPerWorker} slots a worker`,
  );
  printPlans(planAll(costs), print);
  return validate ? describeValidation(await validateModel(await openLab(), costs)) : [];
}

/** `jobs` is how many are simulated for each line. */
export function planAll(costs: Costs, jobs?: number): Plan[] {
  return [1e6, 1e7, 1e8].flatMap((jobsPerDay) =>
    [1, 10, 60].map((engineSeconds) =>
      planFleet({ jobsPerDay, engineSeconds, peakFactor: PEAK_FACTOR, keepDays: KEEP_DAYS }, costs, MEANS, jobs),
    ),
  );
}

export function printPlans(plans: Plan[], print: (line: string) => void): void {
  const header = [
    'jobs a day, engine',
    'peak',
    'api + worker',
    'connections',
    'PostgreSQL cores',
    'rows',
    'WAL',
    'writes',
    'storage a day',
    'memory',
    'wait p50; p99',
    'first limit',
    'primaries',
  ];
  const cells = plans.map((plan) => [
    `${plan.demand.jobsPerDay / 1e6} M, ${plan.demand.engineSeconds} s`,
    `${short(plan.peakPerSecond)}/s`,
    `${plan.apiProcesses} + ${plan.workerProcesses}`,
    plan.connections.toLocaleString('en-US'),
    short(plan.postgresCores),
    `${short(plan.postgresTb * 1_000)} GB`,
    `${short(plan.walMbPerSecond)} MB/s`,
    `${short(plan.writesPerSecond)}/s`,
    `${short(plan.storageGbPerDay)} GB`,
    `${short(plan.memoryGb)} GB`,
    `${short(plan.waitMs.p50)}; ${short(plan.waitMs.p99)} ms`,
    describeLimit(plan),
    String(plan.primaries),
  ]);
  print(`| ${header.join(' | ')} |`);
  print(`|${header.map(() => '---').join('|')}|`);
  for (const line of cells) print(`| ${line.join(' | ')} |`);
}

function describeLimit({ limits }: Plan): string {
  const first = limits[0]!;
  const share = `${Math.round(first.share * 100)} %`;
  return first.share > 1 ? `${first.name} (${share})` : `none (${first.name} ${share})`;
}

const short = (value: number): string =>
  value >= 100 ? Math.round(value).toLocaleString('en-US') : String(Number(value.toPrecision(2)));

function describeValidation(compared: Awaited<ReturnType<typeof validateModel>>): Row[] {
  const advice = judgeComparison(compared);
  if (advice !== undefined) process.stderr.write(`${advice}\n`);
  return compared.map(({ figure, unit, model, measured, ratio, agrees }) => ({
    figure: `model against measurement: ${figure}`,
    ours: `${short(model)} ${unit}`,
    against: `${short(measured)} ${unit} measured`,
    ratio,
    met: agrees,
  }));
}
