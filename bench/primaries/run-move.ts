import { fork } from 'node:child_process';
import { join } from 'node:path';
import type { Entry } from '../children/ledger-load.ts';
import type { MoverReport } from '../children/mover.ts';
import { pause, type Tenant } from '../lab.ts';
import { ms, type Row } from '../report.ts';
import { addTenant, type Fleet, type FleetPrimary, openFleet } from './fleet.ts';
import { judgeLedger, longestWaits, type Verdict } from './ledger.ts';
import { listStored, waitForEnds } from './stored.ts';
import { type Moved, type MoveStep, moveSteps } from './switch-over.ts';

// npm run bench -- move: moves an organization under load, there and back. Then kills its mover at every step and runs
// the move again or aborts it. Callers, the model and the databases must agree at the end.

export type MoveOptions = { quick: boolean; note(text: string): void };

const RATE = 20;
const PAUSE_MS_MAX = 1_000;

export async function measureMove({ quick, note }: MoveOptions): Promise<Row[]> {
  const fleet = await openFleet({ count: 2, quick, note });
  try {
    const scene = await openScene(fleet, quick ? 4 : RATE);
    const rows = [...(await measureThereAndBack(scene, note)), ...(await measureDeaths(scene, note))];
    return [...rows, ...describe(await closeScene(scene))];
  } finally {
    await fleet.close();
  }
}

export type Scene = {
  fleet: Fleet;
  tenant: Tenant;
  neighbour: Tenant;
  home: FleetPrimary;
  other: FleetPrimary;
  load: LoadProgram;
};
type LoadProgram = Awaited<ReturnType<Fleet['programs']['start']>>;

/** Puts two organizations under load: one that moves, and one on the other primary that must not notice. */
export async function openScene(fleet: Fleet, ratePerSecond: number): Promise<Scene> {
  const [home, other] = fleet.primaries as [FleetPrimary, FleetPrimary];
  const tenant = await addTenant(home, 'model');
  const neighbour = await addTenant(other, 'model');
  await fleet.router.ask({});
  const target = (name: string, one: Tenant) => ({
    name,
    port: fleet.router.port,
    path: `/v1/agents/run/${one.agentId}/async/`,
    apiKey: one.apiKey,
    ratePerSecond,
  });
  const targets = [target('moving', tenant), target('neighbour', neighbour)];
  const load = await fleet.programs.start('ledger-load.ts', { TARGETS: JSON.stringify(targets) });
  await waitForAnswers(load, ratePerSecond);
  return { fleet, tenant, neighbour, home, other, load };
}

async function waitForAnswers(load: LoadProgram, count: number): Promise<void> {
  for (;;) {
    const entries = await load.ask<Entry[]>({ look: true });
    if (entries.filter(({ jobId }) => jobId !== undefined).length >= count) return;
    if (entries.length > count * 10) throw new Error(`Requests fail: ${entries.find((one) => one.failure)?.failure}`);
    await pause(100);
  }
}

type MoverOptions = { source: FleetPrimary; target: FleetPrimary; abort?: boolean; dieAt?: MoveStep };
export type MoverEnd = { moved?: Moved; refused?: string; steps: MoveStep[]; killed: boolean };

/** Runs a mover until it ends or is killed. */
export async function runMover({ fleet, tenant }: Scene, options: MoverOptions): Promise<MoverEnd> {
  const { source, target, abort = false, dieAt } = options;
  const end = ({ name, url }: FleetPrimary) => ({ name, url });
  const settings = { orgId: tenant.orgId, source: end(source), target: end(target), abort, dieAt };
  const child = fork(join(import.meta.dirname, '../children/mover.ts'), {
    env: { ...process.env, MOVE: JSON.stringify(settings) },
    execArgv: [],
  });
  const outcome: MoverEnd = { steps: [], killed: false };
  child.on('message', (report: MoverReport) => {
    if (report.step !== undefined) outcome.steps.push(report.step);
    if (report.moved !== undefined) outcome.moved = report.moved;
    if (report.refused !== undefined) outcome.refused = report.refused;
    if (report.hold === undefined && report.release === undefined) return;
    const order = report.hold === undefined ? { release: report.release, to: report.to } : { hold: report.hold };
    // The mover may be dead by now.
    void fleet.router.ask(order).then(() => child.connected && child.send({ done: true }, () => undefined));
  });
  const signal = await new Promise<NodeJS.Signals | null>((resolve) => child.once('exit', (_, by) => resolve(by)));
  outcome.killed = signal === 'SIGKILL';
  return outcome;
}

async function measureThereAndBack(scene: Scene, note: MoveOptions['note']): Promise<Row[]> {
  const { home, other } = scene;
  const held: number[] = [];
  const claims: number[] = [];
  for (const [source, target] of [
    [home, other],
    [other, home],
  ] as const) {
    const startedAt = performance.now();
    const { moved, refused } = await runMover(scene, { source, target });
    if (moved === undefined) throw new Error(refused ?? 'The mover ended without a word.');
    note(
      `moved ${moved.tables} tables from ${source.name} in ${ms(performance.now() - startedAt)}; requests held ${ms(moved.requestsHeldMs)}, claims ${ms(moved.claimsHeldMs)}`,
    );
    held.push(moved.requestsHeldMs);
    claims.push(moved.claimsHeldMs);
    await pause(1_000);
  }
  return [
    {
      figure: 'an organization moved under load, there; and back: requests held',
      ours: held.map(ms).join('; '),
      target: `≤ ${PAUSE_MS_MAX} ms`,
      met: Math.max(...held) <= PAUSE_MS_MAX,
    },
    // As long as the running jobs took.
    { figure: 'the same: no job began', ours: claims.map(ms).join('; ') },
  ];
}

/** Kills the mover at the beginning of each step. Then alternately runs it again, or aborts and runs it again. */
async function measureDeaths(scene: Scene, note: MoveOptions['note']): Promise<Row[]> {
  let [source, target] = [scene.home, scene.other];
  const outcomes: string[] = [];
  for (const [index, dieAt] of moveSteps.entries()) {
    const died = await runMover(scene, { source, target, dieAt });
    if (!died.killed) throw new Error(`The mover did not reach ${dieAt}: ${died.refused}`);
    await pause(500);
    const taken = index % 2 === 1 ? await runMover(scene, { source, target, abort: true }) : undefined;
    const again = await runMover(scene, { source, target });
    if (again.moved === undefined) throw new Error(`After a death at ${dieAt}: ${again.refused}`);
    const what = taken === undefined ? 'went on' : taken.refused === undefined ? 'taken back' : 'too late to take back';
    outcomes.push(`${dieAt} ${what}`);
    note(`killed at ${dieAt}: ${what}; held ${ms(again.moved.requestsHeldMs)}`);
    [source, target] = [target, source];
  }
  return [{ figure: `movers killed, each move finished (${outcomes.join(', ')})`, ours: String(outcomes.length) }];
}

/** Stops the callers, waits for the last job, and compares. */
export async function closeScene({
  fleet,
  load,
}: Scene): Promise<{ verdict: Verdict; waits: Record<string, ReturnType<typeof longestWaits>> }> {
  const entries = await load.ask<Entry[]>();
  await waitForEnds(fleet.primaries);
  const stored = (await Promise.all(fleet.primaries.map(listStored))).flat();
  const calls = await fleet.model.ask<Record<string, number>>();
  const waits = Object.fromEntries(
    [...Map.groupBy(entries, ({ target }) => target)].map(([name, some]) => [name, longestWaits(some)]),
  );
  return { verdict: judgeLedger(entries, stored, calls), waits };
}

function describe({ verdict, waits }: Awaited<ReturnType<typeof closeScene>>): Row[] {
  return [
    {
      figure: 'jobs acknowledged over all moves; requests that failed',
      ours: `${verdict.acknowledged}; ${verdict.failed}`,
      target: '0 failed',
      met: verdict.failed === 0,
      ...(verdict.firstFailure && { against: verdict.firstFailure.slice(0, 80) }),
    },
    {
      figure: 'lost, doubled, asked twice at the model',
      ours: String(verdict.problems.length),
      target: '0',
      met: verdict.problems.length === 0,
      ...(verdict.problems[0] && { against: verdict.problems[0] }),
    },
    ...Object.entries(waits).map(([name, { answerMs, gapMs }]) => ({
      figure: `longest wait for an answer; longest time without one: ${name}`,
      ours: `${ms(answerMs)}; ${ms(gapMs)}`,
    })),
  ];
}
