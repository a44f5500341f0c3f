import type { Cluster } from './cluster.ts';
import type { Fault } from './faults.ts';
import type { Report } from './verify.ts';

// What a run tells its reader.

export type Played = {
  names: string[];
  /** Nobody asked for anything after the last fault had begun. */
  isIdle: boolean;
  report: Report;
  faults: Fault[];
};

const seconds = (ms: number): string => `${(ms / 1_000).toFixed(1)} s`;

export function describeRound(number: number, { names, isIdle, report }: Played): void {
  const { jobs, acknowledged, lost, doubled, takeoverMs, byStatus, violations } = report;
  const slowest = takeoverMs.length > 0 ? `, slowest ${seconds(Math.max(...takeoverMs))}` : '';
  console.log(
    [
      `round ${number}: ${names.join('; ')}${isIdle ? '; then idle' : ''}`,
      `  ${jobs} jobs ${JSON.stringify(byStatus)}, ${acknowledged} acknowledged, ${lost} lost, ${doubled} doubled, healed in ${seconds(report.healMs)}`,
      `  ${report.calls} calls at the model, ${report.billed} billed, ${report.repeatedSteps} repeated after an interruption; ${takeoverMs.length} taken over${slowest}`,
      `  ${report.webhooks} webhooks, ${report.batches} batches, ${report.statements} statements, ${report.uploads} uploads`,
    ].join('\n'),
  );
  for (const violation of violations.slice(0, 20)) console.log(`  VIOLATION ${violation}`);
  if (violations.length > 20) console.log(`  and ${violations.length - 20} more violations`);
}

export function describeAll(cluster: Cluster, rounds: Played[]): void {
  const sum = (read: (report: Report) => number): number =>
    rounds.reduce((total, { report }) => total + read(report), 0);
  const longest = (values: number[]): string => (values.length === 0 ? '-' : seconds(Math.max(...values)));
  const takeovers = rounds.flatMap(({ report }) => report.takeoverMs);
  const played = Map.groupBy(
    rounds.flatMap(({ names }) => names),
    (name) => name,
  );
  console.table({
    ...Object.fromEntries([...played].map(([name, all]) => [name, all.length])),
    rounds: rounds.length,
    'rounds that ended idle': rounds.filter(({ isIdle }) => isIdle).length,
    'jobs made': sum(({ jobs }) => jobs),
    'jobs acknowledged': sum(({ acknowledged }) => acknowledged),
    'jobs final': sum(({ jobs, byStatus }) => jobs - (byStatus.null ?? 0)),
    lost: sum(({ lost }) => lost),
    doubled: sum(({ doubled }) => doubled),
    'calls at the model': sum(({ calls }) => calls),
    'of these billed': sum(({ billed }) => billed),
    'of these repeated after an interruption': sum(({ repeatedSteps }) => repeatedSteps),
    'taken over': takeovers.length,
    'slowest takeover': longest(takeovers),
    'claimed without an answer, and noticed': sum(({ orphaned }) => orphaned),
    'webhooks delivered': sum(({ webhooks }) => webhooks),
    'batches; statements; uploads': `${sum(({ batches }) => batches)}; ${sum(({ statements }) => statements)}; ${sum(({ uploads }) => uploads)}`,
    'slowest healing': longest(rounds.map(({ report }) => report.healMs)),
    'longest stall of this machine': longest(cluster.stalls.map(({ at, until }) => until - at)),
    violations: sum(({ violations }) => violations.length),
  });
}
