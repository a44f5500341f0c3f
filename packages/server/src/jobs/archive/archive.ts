import type { Database, Db } from '#platform/db.ts';
import { AppError } from '#platform/errors.ts';
import type { Logger } from '#platform/log.ts';
import { storageProblem } from '#platform/storage/storage-problem.ts';
import { archivedDb } from './archived-db.ts';
import { bringBack } from './bring-back.ts';
import { bringBackExpired } from './bring-back-expired.ts';
import { collectGarbage } from './garbage.ts';
import { type Ended, type EndedWanted, listEnded } from './list-ended.ts';
import { DamagedFile } from './parquet.ts';
import { type ArchivedRows, type ReadDeps, readArchived, type TableName } from './read-archived.ts';
import { readBatch } from './read-batch.ts';
import { readStretch, type Stretch, type Wanted } from './read-stretch.ts';
import { listParts, noteProblem } from './store.ts';

// The interface of the archive: reading archived jobs and bringing them back.

export type Archive = ReturnType<typeof createArchive>;

export function createArchive(deps: ReadDeps & { log: Logger }) {
  const { database } = deps;

  /** Retries once, because a file may have been replaced between finding and reading it. */
  async function attempt<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await work().catch((error: unknown) => {
        if (error instanceof DamagedFile) return work();
        throw error;
      });
    } catch (error) {
      throw await explain(database, deps.log, error);
    }
  }

  const find = (orgId: string, jobIds: string[], tables?: TableName[]): Promise<ArchivedRows | undefined> =>
    jobIds.length === 0 ? Promise.resolve(undefined) : attempt(() => readArchived(deps, orgId, jobIds, tables));

  return {
    /** Returns the rows of those jobs that are archived. */
    find,
    /** Returns a reader that sees these jobs as if they were in the tables, or undefined if none is archived. */
    async open(orgId: string, jobIds: string[], tables?: TableName[]): Promise<{ db: Db; ids: string[] } | undefined> {
      const rows = await find(orgId, jobIds, tables);
      return rows && { db: archivedDb(database.tenant(orgId), rows), ids: rows.ids };
    },
    /** Returns a reader that also sees the archived jobs of a batch, or undefined if none is archived. */
    async openBatch(orgId: string, batchId: string): Promise<{ db: Db; ids: string[] } | undefined> {
      const rows = await attempt(() => readBatch(deps, orgId, batchId));
      return rows && { db: archivedDb(database.tenant(orgId), rows), ids: rows.ids };
    },
    readStretch: (orgId: string, wanted: Wanted): Promise<Stretch | undefined> =>
      attempt(() => readStretch(deps, orgId, wanted)),
    readOfAgent: (orgId: string, agentId: string, wanted: { size: number; offset: number }) =>
      attempt(() => readStretch(deps, orgId, { ...wanted, agentIds: [agentId] })),
    listEnded: (orgId: string, wanted: EndedWanted): Promise<Ended[]> => attempt(() => listEnded(deps, orgId, wanted)),
    async countOfAgent(orgId: string, agentId: string): Promise<number> {
      const parts = await listParts(database.tenant(orgId), orgId, 'jobs');
      return parts.reduce((sum, { agents }) => sum + (agents[agentId] ?? 0), 0);
    },
    /** Deletes files that contain deleted jobs. Must run before anybody is told that data is deleted. */
    collectGarbage: (orgId: string): Promise<number> => attempt(() => collectGarbage(deps, orgId)),
    bringBackExpired: (isStopped: () => boolean): Promise<number> => attempt(() => bringBackExpired(deps, isStopped)),
    /** Brings these jobs back into the tables, so that they can be changed. */
    bringBack: (orgId: string, jobIds: string[]): Promise<number> => attempt(() => bringBack(deps, orgId, jobIds)),
  };
}

/** Returns the error for the caller, and logs and stores a damaged file for the operator. */
export async function explain(database: Database, log: Logger, error: unknown): Promise<unknown> {
  if (!(error instanceof DamagedFile)) return storageProblem(error, () => error as AppError);
  log.error(
    { event: 'archive.damaged', key: error.key, err: error },
    'an archive file cannot be read; run errand archive verify',
  );
  const [part] = await database.system.query<{ id: string }>(
    `select id from archive_parts where exists (select from jsonb_array_elements(files) f where f->>'key' = $1)`,
    [error.key],
  );
  if (part !== undefined) await noteProblem(database.system, part.id, error.message);
  return new AppError('archive_damaged', { cause: error });
}
