import { newId } from '#platform/ids.ts';
import type { Storage } from '#platform/storage/storage.ts';
import { EngineError, type EngineRequest, type QueryEngine } from '../engine/engine.ts';
import type { ImportReport } from '../model/import-report.ts';
import { type Column, type Segment, segmentPrefix } from '../model/table.ts';

export type Written = {
  columns: Column[];
  segments: Segment[];
  rows: number;
  elapsedMs: number;
  report?: ImportReport | undefined;
};

/** Lets the engine write a segment and stores it before any table references it. Without rows there is no segment. */
export async function writeSegment(
  run: QueryEngine['run'],
  storage: Storage,
  orgId: string,
  request: EngineRequest,
): Promise<Written> {
  const key = `${segmentPrefix(orgId)}/${newId()}.parquet`;
  const answer = await run({ ...request, keep: async (content) => void (await storage.put(key, content)) });
  if (answer.columns.length === 0) throw new EngineError('sql', 'The data has no columns.');
  const segments = answer.rows === 0 ? [] : [{ key, rows: answer.rows, bytes: answer.bytes }];
  if (segments.length === 0) await storage.delete(key).catch(() => undefined);
  return { columns: answer.columns, segments, rows: answer.rows, elapsedMs: answer.elapsedMs, report: answer.report };
}
