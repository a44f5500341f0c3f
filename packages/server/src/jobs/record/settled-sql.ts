/** Allows for the time between reading the clock and a transaction's first write. */
const MARGIN = `interval '2 seconds'`;

/**
 * A time before which no more job ends can appear. A row that is not visible yet belongs to a transaction that has
 * begun to write, and its `finished_at` is later than the begin of that transaction.
 */
export const SETTLED_AT = `least(clock_timestamp() - ${MARGIN}, (select min(xact_start) from pg_stat_activity
  where datname = current_database() and backend_xid is not null and pid <> pg_backend_pid()))`;
