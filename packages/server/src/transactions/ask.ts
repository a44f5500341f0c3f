import { EngineFailure, type TableAnswer, type TableQuestion } from '#engines/engine/engine.ts';
import { AppError } from '#platform/errors.ts';

export type AskTables = (orgId: string, question: TableQuestion & { signal?: AbortSignal }) => Promise<TableAnswer>;
export type Ask = (sql: string, rowsMax: number, signal?: AbortSignal) => Promise<TableAnswer>;

/** Asks one table. What is wrong with it is a problem of the settings, which the message names. */
export const askTable =
  (askTables: AskTables, orgId: string, table: string): Ask =>
  async (sql, rowsMax, signal) => {
    try {
      return await askTables(orgId, { sql, only: [table], rowsMax, ...(signal && { signal }) });
    } catch (error) {
      if (!(error instanceof EngineFailure) || error.retry) throw error;
      throw new AppError('conflict', {
        detail: `The transactions in table ${table} cannot be read. ${error.message} See PUT /v1/case-queues/{id}/transactions/.`,
        cause: error,
      });
    }
  };
