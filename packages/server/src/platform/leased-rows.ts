/** The rows of one kind of leased work: which are open, when they are due, and who works on them. */
export type LeasedRows = {
  /** The label of the metrics, and the name in the doctor's finding. */
  name: string;
  /** A table with the columns id, org_id and stops (0), and an index on (org_id, coalesce(due, '-infinity')) of the open rows. */
  table: string;
  /** The rows that need work, now or later. The table is t. */
  open: string;
  /** When a row may be claimed; null means at once. During a try it is the end of the lease. */
  due: string;
  /** Names the claim during a try. It stays when a process dies, so the next one knows. */
  claim: string;
  /** Counts the tries. */
  attempts: string;
  /** The number of the try, if the row counts others as well. */
  attempt?: string;
  /** What else changes when a row is claimed. */
  onClaim?: string;
  /** What else changes when a row ends, such as `finished_at = clock_timestamp()`. */
  onEnd?: string;
  /** Since when a due row waits, if `due` is null until the first try. */
  since?: string;
  /** A row that waits for longer is reported by the doctor. By default ten minutes. */
  lateSeconds?: number;
  /** Its definition has a `claim` of its own, whose fairness `registry/fair-queues.test.ts` tests. */
  claimsItself?: true;
};
