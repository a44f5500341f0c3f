import { databaseNow } from '#platform/ids.ts';
import { ClaimLost } from '#platform/leased-work/definition.ts';
import { type Columns, LEASE_SECONDS, recordOutcome, renewClaims } from '#platform/leased-work/rows.ts';
import { limits } from '#platform/limits.ts';
import type { Logger } from '#platform/log.ts';
import { listPreviousProcesses } from '#platform/previous-processes.ts';
import { chooseIds, listStocks, type Stock } from './choose-jobs.ts';
import { ChangedRows, commitPart } from './commit-part.ts';
import { collectGarbage } from './garbage.ts';
import { archiveRows, claimPass, failed, PASS_SECONDS, passed } from './lease.ts';
import { archivePrefix } from './model.ts';
import { OversizeRow } from './read-rows.ts';
import { deletePart, listUnfinished } from './store.ts';
import { lookAfterFiles } from './verify.ts';
import { type WriteDeps, writePart } from './write-part.ts';

// Archives closed months that are old enough, part by part. Each part is written, read back, compared and then deleted
// from the tables. A pass that dies leaves at most one unfinished part to remove, and loses nothing.

export type PassOptions = {
  /** How many whole months stay in the tables, beside the current one. With 0 nothing is archived. */
  afterMonths: number;
  isStopped?(): boolean;
  onPart?(done: { jobs: number; deliveries: number; bytes: number }): void;
  partRowsMax?: number;
};

const BEAT_MS = (LEASE_SECONDS * 1_000) / 6;

export type Pass = {
  parts: number;
  jobs: number;
  deliveries: number;
  bytes: number;
  skipped: number;
  /** Processes of the previous release, which cannot read the archive. While there are any, nothing is archived. */
  waitsFor: string[];
};

/** Runs a pass now. Returns undefined if another process runs one. Stores an error and throws it. */
export async function archivePass(deps: WriteDeps & { log: Logger }, options: PassOptions): Promise<Pass | undefined> {
  const { system } = deps.database;
  const [claim] = await claimPass(system, { atOnce: true });
  if (claim === undefined) return undefined;
  const renew = async (): Promise<void> => {
    if ((await renewClaims(system, archiveRows, [claim], LEASE_SECONDS)).size === 0) throw new ClaimLost();
  };
  // A part of large jobs may take longer than the lease.
  const beat = setInterval(() => void renew().catch(() => undefined), BEAT_MS);
  const record = (columns: Columns): Promise<boolean> =>
    recordOutcome(system, archiveRows, claim, { columns, againInSeconds: PASS_SECONDS });
  try {
    const done = await archiveAll(deps, options, renew);
    await record(passed(new Date(databaseNow())));
    return done;
  } catch (error) {
    await record(failed(new Date(databaseNow()), error)).catch(() => undefined);
    throw error;
  } finally {
    clearInterval(beat);
  }
}

/** Archives what is old enough. `renew` throws if another process has taken over. */
export async function archiveAll(
  deps: WriteDeps & { log: Logger },
  { afterMonths, isStopped = () => false, onPart, partRowsMax }: PassOptions,
  renew: () => Promise<void>,
): Promise<Pass> {
  const done: Pass = { parts: 0, jobs: 0, deliveries: 0, bytes: 0, skipped: 0, waitsFor: [] };
  await removeUnfinished(deps);
  await collectGarbage(deps, null);
  await lookAfterFiles(deps);
  if (afterMonths === 0) return done;
  done.waitsFor = await listPreviousProcesses(deps.database.system);
  if (done.waitsFor.length > 0) return done;
  for (const stock of await listStocks(deps.database.system, closedBefore(afterMonths))) {
    for (let after: string | undefined; ; ) {
      if (isStopped()) return done;
      await renew();
      const part = await archiveNext(deps, stock, { after, rowsMax: partRowsMax });
      if (part === undefined) break;
      after = part.lastId ?? after;
      done.parts += part.rows > 0 ? 1 : 0;
      done[stock.kind] += part.rows;
      done.bytes += part.bytes;
      done.skipped += part.skipped;
      onPart?.(done);
    }
  }
  return done;
}

/** Returns the start of the first month that stays in the tables, for each kind. */
export function closedBefore(afterMonths: number, now = databaseNow()): { jobs: Date; deliveries: Date } {
  const at = new Date(now);
  const history = new Date(now - limits.webhookHistoryDays * 86_400_000);
  return {
    jobs: new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth() - afterMonths, 1)),
    // The webhook history is shown from the tables, so its days stay.
    deliveries: new Date(Date.UTC(history.getUTCFullYear(), history.getUTCMonth(), 1)),
  };
}

type Archived = { rows: number; bytes: number; skipped: number; lastId?: string };

/** Archives the next part of a month. Returns undefined if there is nothing more to archive. */
async function archiveNext(
  deps: WriteDeps & { log: Logger },
  stock: Stock,
  where: { after: string | undefined; rowsMax: number | undefined },
): Promise<Archived | undefined> {
  const { system } = deps.database;
  const ids = await chooseIds(system, stock, where);
  if (ids.length === 0) return undefined;
  const startedAt = performance.now();
  try {
    const draft = await writePart(deps, stock, ids);
    await commitPart(system, draft);
    const bytes = draft.files.reduce((sum, { file }) => sum + file.bytes, 0);
    deps.log.info(
      { event: 'archive.part', ...stock, part: draft.id, rows: ids.length, bytes, ms: performance.now() - startedAt },
      'archived a part of a month',
    );
    return { rows: ids.length, bytes, skipped: 0, lastId: ids.at(-1)! };
  } catch (error) {
    await removeUnfinished(deps);
    if (error instanceof OversizeRow) {
      await skip(deps, stock.orgId, error);
      return { rows: 0, bytes: 0, skipped: 1 };
    }
    // Somebody is changing these jobs; the next pass archives them.
    if (error instanceof ChangedRows) {
      deps.log.info({ event: 'archive.changed', ...stock, err: error }, 'rows changed while they were archived');
      return undefined;
    }
    throw error;
  }
}

async function skip({ database }: WriteDeps, orgId: string, { id, message }: OversizeRow): Promise<void> {
  await database.system.run(
    `insert into archive_skipped (job_id, org_id, reason) values ($1::uuid, $2::uuid, $3) on conflict do nothing`,
    [id, orgId, message],
  );
}

/** Removes unfinished parts. Files go first, because without the row nobody would find them. */
async function removeUnfinished({ database: { system }, storage }: WriteDeps): Promise<void> {
  for (const { id, orgId, month } of await listUnfinished(system)) {
    for await (const { key } of storage.list(`${archivePrefix(orgId)}${month}/${id}/`)) await storage.delete(key);
    await deletePart(system, id);
  }
}
