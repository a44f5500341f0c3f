import { AppError } from '#platform/errors.ts';
import { parseExactJson, parseJson } from '#platform/json.ts';
import { EngineError, type GivenTable, type QueryEngine } from '../engine/engine.ts';
import type { FindLimits } from '../engine/limits.ts';
import type { Slots } from '../engine/slots.ts';
import type { Column, PinnedTable } from '../model/table.ts';
import type { Part } from '../sql/reader.ts';
import { RESULT_COLUMNS_MAX } from './statement-context.ts';

const BYTES_MAX = 8 * 1024 * 1024;

export type SelectDeps = { engine: QueryEngine; slots: Slots; findLimits: FindLimits };

/** Selects a few rows without storing a query, for previews and for look-ups by engines. */
export async function selectRows(
  deps: SelectDeps,
  orgId: string,
  request: {
    query: Part;
    tables: PinnedTable[];
    given?: GivenTable[];
    rowsMax: number;
    /** Keeps numbers as written, for responses. Engines compute with parsed ones. */
    exact?: boolean;
    signal?: AbortSignal;
  },
): Promise<{ columns: Column[]; rows: unknown[][]; truncated: boolean }> {
  const { timeoutMs, memoryMb } = await deps.findLimits(orgId);
  const pieces: Buffer[] = [];
  const { columns, truncated } = await deps.slots
    .use(orgId, () =>
      deps.engine.run({
        task: {
          kind: 'select',
          query: request.query,
          rowsMax: request.rowsMax,
          bytesMax: BYTES_MAX,
          columnsMax: RESULT_COLUMNS_MAX,
        },
        tables: request.tables,
        ...(request.given && { given: request.given }),
        timeoutMs,
        memoryMb,
        signal: request.signal,
        async keep(rows) {
          for await (const piece of rows) pieces.push(Buffer.from(piece));
        },
      }),
    )
    .catch((error: unknown) => {
      if (error instanceof EngineError && error.reason !== 'crash')
        throw new AppError('unavailable', { detail: error.message, retryAfterSeconds: 1 });
      throw error;
    });
  const lines = Buffer.concat(pieces)
    .toString('utf8')
    .split('\n')
    .filter((line) => line !== '');
  const parse = request.exact ? parseExactJson : parseJson;
  return { columns, truncated, rows: lines.map((line) => parse(line) as unknown[]) };
}
