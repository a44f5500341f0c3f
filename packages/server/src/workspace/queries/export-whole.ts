import { AppError } from '#platform/errors.ts';
import { newId } from '#platform/ids.ts';
import type { Storage } from '#platform/storage/storage.ts';
import { EngineError } from '../engine/engine.ts';
import { MissingObject } from '../engine/local-files.ts';
import type { WorkspaceSettings } from '../engine/settings.ts';
import type { CsvOptions } from '../model/csv-cell.ts';
import type { ExportFormat } from '../sandbox/protocol.ts';
import { replaceConnections } from '../sql/connection-sources.ts';
import { readStatements } from '../sql/statements.ts';
import type { SelectDeps } from './select-rows.ts';
import { RESULT_COLUMNS_MAX } from './statement-context.ts';
import type { QueryRow, StatementRecord } from './store.ts';
import { resultPrefix } from './store.ts';

export type ExportDeps = SelectDeps & { storage: Storage; settings: WorkspaceSettings };
export type Exported = { key: string; truncated: boolean };

/**
 * Exports a truncated result with all its rows. They are computed again from the same segments and agent answers, so
 * they are the same even if the tables have changed. Each format is created once.
 */
export async function exportWhole(
  { storage, engine, slots, settings, findLimits }: ExportDeps,
  row: QueryRow,
  record: StatementRecord,
  { format, keepFormulas }: { format: ExportFormat } & CsvOptions,
): Promise<Exported> {
  const extension = format === 'csv' && !keepFormulas ? 'safe.csv' : format;
  const keyOf = (extent: 'all' | 'part'): string =>
    `${resultPrefix(row.orgId, row.id)}${record.queryId}-${extent}.${extension}`;
  for (const extent of ['all', 'part'] as const)
    if (await storage.head(keyOf(extent))) return { key: keyOf(extent), truncated: extent === 'part' };
  const [statement] = readStatements(record.query);
  if (statement?.action.kind !== 'select')
    throw new AppError('invalid_request', { detail: 'The result has no further rows.' });
  // The rows of connections are among the pins.
  const { query } = replaceConnections(statement.action.query);
  const { timeoutMs, memoryMb } = await findLimits(row.orgId);
  const made = `${resultPrefix(row.orgId, row.id)}${newId()}.made`;
  const answer = await slots
    .use(row.orgId, () =>
      engine.run({
        task: {
          kind: 'export-query',
          query,
          format,
          keepFormulas,
          rowsMax: settings.exportRowsMax,
          bytesMax: settings.exportBytesMax,
          columnsMax: RESULT_COLUMNS_MAX,
        },
        tables: record.pins!,
        rounds: record.rounds ?? [],
        timeoutMs,
        memoryMb,
        keep: async (content) => void (await storage.put(made, content)),
      }),
    )
    .catch((error: unknown) => {
      if (error instanceof MissingObject)
        throw new AppError('not_found', {
          detail: 'The data of this result is no longer available. Run the query again.',
        });
      if (error instanceof EngineError && error.reason !== 'crash')
        throw new AppError('invalid_request', { detail: error.message });
      throw error;
    });
  const key = keyOf(answer.truncated ? 'part' : 'all');
  await storage.move(made, key);
  return { key, truncated: answer.truncated };
}
