import { join } from 'node:path';
import { archivePass, type Pass } from '#jobs/archive/archive-pass.ts';
import { type Verification, verifyArchive } from '#jobs/archive/verify.ts';
import type { Database } from '#platform/db.ts';
import { createLog } from '#platform/log.ts';
import { openStorage } from '#platform/storage/open-storage.ts';
import { openEngine } from '#workspace/engine/open-engine.ts';
import type { Config } from '../config/config.ts';

// The operator's archive commands. They work with or without a running server.

export { findArchiveStatus } from '#jobs/archive/status.ts';

type Deps = { database: Database; config: Config };

/** Returns undefined if another process is archiving. */
export const runArchive = (
  deps: Deps,
  afterMonths: number,
  onPart: (done: { jobs: number; deliveries: number; bytes: number }) => void,
): Promise<Pass | undefined> => withEngine(deps, (archive) => archivePass(archive, { afterMonths, onPart }));

export const verifyAll = (
  deps: Deps,
  options: { quick: boolean; onPart(done: number, all: number): void },
): Promise<Verification> => withEngine(deps, (archive) => verifyArchive(archive, options));

async function withEngine<T>(
  { database, config }: Deps,
  work: (archive: Parameters<typeof archivePass>[0]) => Promise<T>,
): Promise<T> {
  const storage = await openStorage(config.storage, config.storageTimeoutMs);
  const log = createLog('error');
  const folder = join(config.dataDir, 'workspace');
  const sql = openEngine({ storage, settings: { ...config.workspace, warm: 1 }, log, folder });
  try {
    return await work({ database, storage, engine: sql.engine, timeoutMs: config.workspace.importTimeoutMs, log });
  } finally {
    await sql.stop();
    await storage.close();
  }
}
