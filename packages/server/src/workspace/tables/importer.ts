import type { Caller } from '#platform/caller.ts';
import { AppError, isDatabaseOut } from '#platform/errors.ts';
import { newId } from '#platform/ids.ts';
import type { Logger } from '#platform/log.ts';
import { persistently } from '#platform/persist.ts';
import { describeImportError } from './import-error.ts';
import { type ImportDeps, importTable } from './import-table.ts';
import { claimUpload, extendUploadClaim, finishUpload, giveBackUpload, type UploadRow } from './uploads-store.ts';

// Runs imports after their response was sent, one at a time per process. After a crash, another process or the next
// start repeats the import from the stored bytes.

const POLL_MS = 1_000;
const KEEP_MS = 8_000;
const ATTEMPTS_MAX = 3;

export function createImporter(deps: ImportDeps & { log: Logger }, options: { claims: boolean }) {
  const { database, storage, log } = deps;
  let timer: NodeJS.Timeout | undefined;
  let working: Promise<void> | undefined;
  let stopping = false;

  async function importOne(upload: UploadRow, claimId: string): Promise<void> {
    const caller: Caller = { orgId: upload.orgId, userId: upload.creatorId, keyId: upload.keyId, role: 'member' };
    const keeping = setInterval(() => void extendUploadClaim(database.system, claimId).catch(() => undefined), KEEP_MS);
    try {
      if (upload.attempt > ATTEMPTS_MAX)
        throw new AppError('invalid_table', { messages: ['The import stopped during each of its attempts.'] });
      const { tableName, withHeaders, storageKey } = upload;
      await importTable(deps, caller, { tableName, withHeaders, storageKey: storageKey! }, async (tx, rows) => {
        const done = await finishUpload(tx, claimId, {
          status: 'COMPLETED',
          summary: { written_rows: rows },
          error: null,
        });
        if (!done) throw new AppError('conflict', { detail: 'The import was taken over.' });
      });
    } catch (error) {
      if (error instanceof AppError && error.code === 'conflict') return;
      if (isDatabaseOut(error)) {
        log.warn(
          { err: error, event: 'table.import', upload: upload.id },
          'the database is unavailable; the import will start again',
        );
        return await persistently(() => giveBackUpload(database.system, upload.id, claimId));
      }
      const isTheirs = error instanceof AppError && error.code === 'invalid_table';
      if (!isTheirs) log.error({ err: error, event: 'table.import', upload: upload.id }, 'import failed');
      const text = describeImportError(error, upload.id);
      await persistently(() =>
        finishUpload(database.system, claimId, { status: 'FAILED', summary: null, error: text }),
      );
    } finally {
      clearInterval(keeping);
    }
    await storage.delete(upload.storageKey!).catch(() => undefined);
  }

  function wake(): void {
    if (!options.claims || stopping || working) return;
    working = (async () => {
      while (!stopping) {
        const claimId = newId();
        const upload = await claimUpload(database.system, claimId);
        if (upload === undefined) return;
        await importOne(upload, claimId);
      }
    })()
      .catch((error) => log.debug({ err: error }, 'cannot claim uploads'))
      .finally(() => {
        working = undefined;
      });
  }

  return {
    wake,
    start(): void {
      if (options.claims) timer = setInterval(wake, POLL_MS);
    },
    async stop(): Promise<void> {
      stopping = true;
      clearInterval(timer);
      await working;
    },
  };
}
