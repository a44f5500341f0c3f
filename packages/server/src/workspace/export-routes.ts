import { Readable } from 'node:stream';
import { operations } from '@errand/contract/operations/operations.ts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { sendContent } from '#files/send-content.ts';
import { endpoint } from '#http/endpoint.ts';
import { type Sent, sent } from '#http/endpoint-options.ts';
import { AppError } from '#platform/errors.ts';
import { exportCsv, exportJsonLines } from './queries/export-result.ts';
import { exportWhole } from './queries/export-whole.ts';
import { checkKept } from './queries/result-rows.ts';
import { findQuery, type QueryRow, resultPrefix, type StatementRecord } from './queries/store.ts';
import { unknownQuery } from './queries/unknown-query.ts';
import type { Workspace } from './runtime.ts';
import type { ExportFormat } from './sandbox/protocol.ts';

const contentTypes: Record<ExportFormat, string> = {
  csv: 'text/csv; charset=utf-8',
  jsonl: 'application/x-ndjson; charset=utf-8',
  parquet: 'application/vnd.apache.parquet',
};

export function addExportRoutes(app: FastifyInstance, workspace: Workspace): void {
  const { database, storage, settings } = workspace;

  endpoint(app, operations.queries.export, {
    async load({ caller: { orgId }, params }): Promise<QueryRow> {
      const row = await findQuery(database.tenant(orgId), orgId, params.worksheet_query_id);
      if (row === undefined || row.kind === 'table') throw unknownQuery(workspace.settings.keptDays);
      return row;
    },
    async handler({ query, request, reply, resource: row }) {
      const { format = 'csv', statement = row.statements.length, formulas = 'neutralize' } = query;
      const keepFormulas = formulas === 'keep';
      const record = row.statements[statement - 1];
      if (record === undefined)
        throw new AppError('invalid_request', { detail: 'The query has no result for this statement.' });
      const fileName = `query-${row.id}-${statement}.${format}`;
      if (record.truncated && record.pins) {
        const { key, truncated } = await exportWhole(workspace, row, record, { format, keepFormulas });
        const etag = `${record.queryId}-all-${format}-${formulas}`;
        return sendFile(request, reply, { key, truncated, format, fileName, etag });
      }
      await checkKept(storage, [record]);
      if (format === 'parquet') {
        const [key, etag] = [await makeParquet(row, record), record.queryId];
        return sendFile(request, reply, { key, truncated: record.truncated, format, fileName, etag });
      }
      reply.header('content-disposition', `attachment; filename="${fileName}"`);
      if (record.truncated) reply.header('x-truncated', 'true');
      const lines = format === 'csv' ? exportCsv(storage, record, { keepFormulas }) : exportJsonLines(storage, record);
      return sent(reply.type(contentTypes[format]).send(Readable.from(lines)));
    },
  });

  /** Returns the key of the stored rows as a Parquet file, which is created once. */
  async function makeParquet(row: QueryRow, record: StatementRecord): Promise<string> {
    if (record.rowsKey === null || record.columns.length === 0)
      throw new AppError('invalid_request', { detail: 'This statement has no rows to export.' });
    const key = `${resultPrefix(row.orgId, row.id)}${record.queryId}.parquet`;
    if (await storage.head(key)) return key;
    await workspace.slots.use(row.orgId, () =>
      workspace.engine.run({
        task: { kind: 'export', columns: record.columns },
        source: record.rowsKey!,
        timeoutMs: settings.timeoutMs,
        keep: async (content) => void (await storage.put(key, content)),
      }),
    );
    return key;
  }

  async function sendFile(
    request: FastifyRequest,
    reply: FastifyReply,
    file: { key: string; truncated: boolean; format: ExportFormat; fileName: string; etag: string },
  ): Promise<Sent> {
    const found = await storage.head(file.key);
    if (found === undefined)
      throw new AppError('not_found', { detail: 'The result is no longer available. Run the query again.' });
    if (file.truncated) reply.header('x-truncated', 'true');
    const { fileName, etag } = file;
    const content = { storageKey: file.key, size: found.size, contentType: contentTypes[file.format], fileName, etag };
    return sent(await sendContent(request, reply, storage, { ...content, download: true }));
  }
}
