import type { Caller } from '#platform/caller.ts';
import type { PinnedTable } from '../model.ts';
import type { RoundDeps } from './agent-rounds.ts';
import type { ClaimedQuery } from './claims.ts';

export type StatementDeps = RoundDeps & { bytesMax: number };

/** The statement under way, and for whom. */
export type StatementContext = {
  query: ClaimedQuery;
  caller: Caller;
  index: number;
  maxCost: number | null;
  signal: AbortSignal;
};

/** What a statement reads: tables as they were pinned, and the answers of its agents. */
export type Prepared = { tables: PinnedTable[]; rounds: string[]; notes: string[] };
