import type { Database } from '#platform/db.ts';
import type { Logger } from '#platform/log.ts';
import type { Storage } from '#platform/storage/storage.ts';
import type { QueryEngine } from '../engine/engine.ts';
import type { Slots } from '../engine/slots.ts';
import { COLUMNS_MAX, type PinnedTable, type Segment } from '../model/table.ts';
import { chooseRun, replaceRun, SMALL_SEGMENTS_MAX } from './crowd.ts';
import { writeSegment } from './segments.ts';
import { findTableById, listCrowded, lockSegments, updateSegments } from './store.ts';

// Merges the small segments that many small inserts leave. The engine writes the rows of a run of neighbours as one
// segment, and one transaction replaces them if they are still there. Rows inserted meanwhile come after them, and a
// concurrent rewrite wins. Nothing else of the table changes, so no statement has to start again. A merge keeps no
// state: after a crash its segment is unreferenced and collected, and the next insert merges again.

/** Backoff after a failed merge: a table that cannot be merged is not retried with every insert. */
const PAUSE_MS = 10 * 60_000;
const ATTEMPTS_MAX = 3;

export function createCompactor(deps: {
  database: Database;
  storage: Storage;
  engine: QueryEngine;
  slots: Slots;
  log: Logger;
  timeoutMs: number;
}) {
  const { database, storage, engine, slots, log } = deps;
  const working = new Map<string, Promise<void>>();
  const pausedUntil = new Map<string, number>();
  const abort = new AbortController();

  async function compact(orgId: string, tableId: string): Promise<void> {
    for (let failed = 0; failed < ATTEMPTS_MAX && !abort.signal.aborted; ) {
      const table = await findTableById(database.tenant(orgId), orgId, tableId);
      const run = table && chooseRun(table.segments);
      if (table === undefined || run === undefined) return;
      const startedAt = performance.now();
      const merged = await slots.use(orgId, () => merge(orgId, table, run), abort.signal);
      // If this throws, the commit is uncertain and the segment may be referenced. The collector decides.
      const done = await exchange(orgId, tableId, run, merged);
      if (!done) {
        failed += 1;
        await storage.delete(merged.key).catch(() => undefined);
        continue;
      }
      const ms = Math.round(performance.now() - startedAt);
      log.info({ event: 'table.compacted', org: orgId, table: tableId, segments: run.length, ms }, 'segments merged');
    }
  }

  async function merge(orgId: string, table: PinnedTable, run: Segment[]): Promise<Segment> {
    const { columns, segments } = await writeSegment(engine.run, storage, orgId, {
      task: { kind: 'write', query: { sql: `select * from "${table.name}"`, start: 0 }, columnsMax: COLUMNS_MAX },
      tables: [{ ...table, segments: run }],
      timeoutMs: deps.timeoutMs,
      signal: abort.signal,
    });
    const [merged] = segments;
    const shapeOf = (list: PinnedTable['columns']): string =>
      JSON.stringify(list.map(({ name, type }) => [name, type]));
    const isSame = merged?.rows === count(run) && shapeOf(columns) === shapeOf(table.columns);
    if (merged !== undefined && isSame) return merged;
    if (merged !== undefined) await storage.delete(merged.key).catch(() => undefined);
    throw new Error('the merged segment differs from the table');
  }

  /** Returns false if the run no longer exists. */
  const exchange = (orgId: string, tableId: string, run: Segment[], merged: Segment): Promise<boolean> =>
    database.tenant(orgId).tx(async (tx) => {
      const current = await lockSegments(tx, orgId, tableId);
      const segments = current && replaceRun(current, run, merged);
      if (segments === undefined) return false;
      await updateSegments(tx, orgId, tableId, segments);
      return true;
    });

  function start(orgId: string, tableId: string): void {
    if (abort.signal.aborted || working.has(tableId) || (pausedUntil.get(tableId) ?? 0) > Date.now()) return;
    pausedUntil.delete(tableId);
    const work = compact(orgId, tableId)
      .catch((error: unknown) => {
        if (abort.signal.aborted) return;
        pausedUntil.set(tableId, Date.now() + PAUSE_MS);
        log.warn({ err: error, event: 'table.compact', org: orgId, table: tableId }, 'cannot merge segments');
      })
      .finally(() => working.delete(tableId));
    working.set(tableId, work);
  }

  return {
    /** Starts merging the segments of a table in the background, once per table and process. */
    start,
    /** Starts merges that were never started or whose process died. */
    async startAll(): Promise<void> {
      for (const { orgId, id } of await listCrowded(database.system, SMALL_SEGMENTS_MAX)) start(orgId, id);
    },
    async stop(): Promise<void> {
      abort.abort();
      await Promise.all(working.values());
    },
  };
}

const count = (segments: Segment[]): number => segments.reduce((sum, { rows }) => sum + rows, 0);
