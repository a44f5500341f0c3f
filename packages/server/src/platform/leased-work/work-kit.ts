import type { Database } from '../db.ts';
import type { LeasedRows } from '../leased-rows.ts';
import type { Logger } from '../log.ts';
import type { Background } from '../main-thread/background.ts';
import { briefly, type Metrics } from '../metrics.ts';
import { createPeriodic } from '../periodic.ts';
import type { Definition } from './definition.ts';
import { createLeasedWork, type LeasedWork } from './leased-work.ts';
import { pruneRows } from './prune.ts';
import { countDue } from './rows.ts';

export type WorkKit = ReturnType<typeof createWorkKit>;

const PRUNE_MS = 3_600_000;

/** Makes leased work from definitions, measures all kinds of it, and deletes their old rows. */
export function createWorkKit(options: {
  database: Database;
  log: Logger;
  metrics: Metrics;
  claims: boolean;
  background?: Background;
}) {
  const { database, log, metrics, claims, background } = options;
  const kinds: Pick<LeasedWork, 'name' | 'rows' | 'running' | 'prune'>[] = [];
  const tries = metrics.counter('errand_work_tries_total', 'Tries of leased work that are over', ['work', 'outcome']);
  metrics.live(
    'errand_work_running',
    'Tries of leased work in this process',
    (set) => {
      for (const { name, running } of kinds) set({ work: name }, running());
    },
    ['work'],
  );
  let figures: { rows: LeasedRows; due: number; oldestSeconds: number }[] = [];
  metrics.sampled(
    'errand_work_due',
    'Rows of leased work that are due and not worked on',
    async (set) => {
      figures = await briefly(database.system, async (tx) => {
        const all = [];
        for (const { rows } of kinds) all.push({ rows, ...(await countDue(tx, rows)) });
        return all;
      });
      for (const { rows, due } of figures) set({ work: rows.name }, due);
    },
    ['work'],
  );
  metrics.sampled(
    'errand_work_oldest_due_seconds',
    'How long the oldest row of leased work has been due',
    async (set) => {
      for (const { rows, oldestSeconds } of figures) set({ work: rows.name }, oldestSeconds);
    },
    ['work'],
  );
  const periodic = createPeriodic(log, 'work');

  async function prune(): Promise<void> {
    for (const { rows, prune: rules } of kinds) for (const rule of rules) await pruneRows(database.queue, rows, rule);
  }

  return {
    define<Row extends object>(definition: Definition<Row>): LeasedWork<Row> {
      const { name, claimsItself = false } = definition.rows;
      if (claimsItself !== (definition.claim !== undefined))
        throw new Error(`The rows of ${name} say how they are claimed, and the definition says otherwise.`);
      const work = createLeasedWork(definition, {
        database,
        log,
        claims,
        background,
        onTry: (outcome) => tries.inc({ work: name, outcome }),
      });
      kinds.push(work);
      return work;
    },
    list: (): readonly Pick<LeasedWork, 'name' | 'rows'>[] => kinds,
    prune,
    start(): void {
      if (claims) periodic.every(PRUNE_MS, 'prune', prune);
    },
    stop: periodic.stop,
  };
}
