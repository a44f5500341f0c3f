import type { Origin } from '#jobs/record/model.ts';

// Runs on a batch: evaluations, rehearsals and what comes after them. A run starts a batch of jobs, ends when the last
// of them has ended, and can be cancelled and resumed. A domain describes its kind of run once, and keeps what a run
// finds out in tables of its own.

export type BatchRun = {
  id: string;
  org_id: string;
  /** Null if there was nothing to do. */
  batch_id: string | null;
  status: 'pending' | 'running' | 'done' | 'cancelled' | 'failed';
  reason: string | null;
  total: number;
  cancel_asked_at: Date | null;
  created_by: number | null;
  started_at: Date;
  finished_at: Date | null;
  cost: number;
  max_cost: number | null;
  /** Work that has not ended. */
  open: number;
};

export type BatchRunKind<Row extends BatchRun> = {
  /** The word in messages. */
  noun: string;
  /** The type of target in the audit log. */
  target: string;
  origin: Origin;
  table: string;
  /** The column with the id of what the run belongs to. */
  parent: string;
  /** Columns besides those of every run, of the run `r`, its batch `b` and `joins`. */
  columns: string;
  joins?: string;
  /** Counts the work that has not ended. Default: the jobs of the batch. */
  open?: string;
  /** What entries of the audit log say besides the run's id. */
  describe(run: Row): Record<string, unknown>;
};
