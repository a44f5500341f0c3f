import type { Connections } from '#connections/use-connection.ts';
import type { Caller } from '#platform/caller.ts';
import type { Database } from '#platform/db.ts';
import type { Semaphore } from '#platform/semaphore.ts';
import type { Storage } from '#platform/storage/storage.ts';
import type { QueryEngine } from '../engine/engine.ts';
import type { SqlLimits } from '../engine/limits.ts';
import type { Slots } from '../engine/slots.ts';
import type { SystemTables } from '../model/system-table.ts';
import { COLUMNS_MAX, type PinnedTable } from '../model/table.ts';
import type { Part } from '../sql/reader.ts';
import type { Agents } from './agents.ts';
import type { ClaimedQuery } from './claims.ts';
import type { Progress } from './store.ts';

/** A result may have the columns of two tables. */
export const RESULT_COLUMNS_MAX = 2 * COLUMNS_MAX;

export type StatementDeps = {
  database: Database;
  storage: Storage;
  engine: QueryEngine;
  slots: Slots;
  agents: Agents;
  connections: Pick<Connections, 'open'>;
  system: SystemTables;
  /** Limits concurrent reads through connections. */
  readers: Semaphore;
  connectionBytesMax: number;
  /** Called when a table has too many small segments. */
  compact(orgId: string, tableId: string): void;
  callsMax: number;
  agentTimeoutMs: number;
} & Omit<SqlLimits, 'rowsMax'>;

/** The running statement and its caller. */
export type StatementContext = {
  query: ClaimedQuery;
  caller: Caller;
  index: number;
  maxCost: number | null;
  signal: AbortSignal;
  /** Storage keys of the rows that were read for this statement. */
  readKeys: string[];
};

/** The input of a statement: its pinned tables and the query on them. */
export type Prepared = {
  tables: PinnedTable[];
  query: Part | undefined;
  /** The progress of its agent calls, or undefined if it calls none. */
  progress: Progress | undefined;
};
