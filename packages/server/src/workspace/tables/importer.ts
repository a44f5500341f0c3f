import type { Caller } from '#platform/caller.ts';
import { AppError } from '#platform/errors.ts';
import { ENDED, end as finish, StoppedEachTime } from '#platform/leased-work/definition.ts';
import type { LeasedWork } from '#platform/leased-work/leased-work.ts';
import type { WorkKit } from '#platform/leased-work/work-kit.ts';
import type { Logger } from '#platform/log.ts';
import type { BadRowMode } from '../model/import-report.ts';
import { describeImportError } from './import-error.ts';
import { hasBadRows, type ImportDeps, type Imported, importTable, invalidTable } from './import-table.ts';
import { type ImportSummary, type UploadRow, uploadRows } from './uploads-store.ts';

type DueUpload = Pick<UploadRow, 'tableName' | 'withHeaders' | 'storageKey' | 'creatorId' | 'keyId'> & {
  onBadRows: BadRowMode;
};

/**
 * Runs imports after their response was sent, as leased work. The table becomes visible in the transaction that ends
 * the upload. After a crash, another process or the next start repeats the import from the stored bytes.
 */
export function createImporter(
  deps: ImportDeps & { log: Logger },
  { kit, keptDays }: { kit: WorkKit; keptDays: number },
): LeasedWork<DueUpload> {
  const stopped = new Set<string>();
  return kit.define<DueUpload>({
    rows: uploadRows,
    columns: `t.table_name as "tableName", t.with_headers as "withHeaders", t.storage_key as "storageKey",
      t.on_bad_rows as "onBadRows", t.creator_id as "creatorId", t.key_id as "keyId"`,
    atOnce: 1,
    renewed: true,
    // Only a process that dies in the middle leads to another attempt.
    delaysSeconds: [0, 0],
    isFinal: () => true,
    // An unused upload address counts as ended.
    prune: [{ days: keptDays, where: `t.updated_at < now() - interval '${keptDays} days'` }],
    async run({ id, org_id: orgId, tableName, withHeaders, onBadRows, storageKey, creatorId, keyId }, { end }) {
      const caller: Caller = { orgId, userId: creatorId, keyId, role: 'member', via: 'service' };
      const file = { tableName, withHeaders, onBadRows, storageKey: storageKey! };
      try {
        await importTable(deps, caller, file, (tx, imported) =>
          end(tx, {
            status: 'COMPLETED',
            summary: summaryOf(imported),
            rejects: imported.rejected?.csv ?? null,
            error: null,
          }),
        );
      } catch (error) {
        if (!hasBadRows(error)) throw error;
        // The file stays, so that somebody can decide without sending it again.
        stopped.add(id);
        return finish({ status: 'STOPPED', summary: null, error: describeImportError(error, id) });
      }
      return ENDED;
    },
    onFailure(error, { id }) {
      const known =
        error instanceof StoppedEachTime ? invalidTable('The import stopped during each of its attempts.') : error;
      if (!(known instanceof AppError && known.code === 'invalid_table'))
        deps.log.error({ err: error, event: 'table.import', upload: id }, 'import failed');
      return { status: 'FAILED', summary: null, error: describeImportError(known, id) };
    },
    async onEnded({ id, storageKey }) {
      if (!stopped.delete(id)) await deps.storage.delete(storageKey!).catch(() => undefined);
    },
  });
}

export const summaryOf = ({ rows, badColumns, rejected }: Imported): ImportSummary => ({
  written_rows: rows,
  ...(badColumns.length > 0 && { bad_columns: badColumns }),
  ...(rejected && { rejected_rows: rejected.rows }),
});
