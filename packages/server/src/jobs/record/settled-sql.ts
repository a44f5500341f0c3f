/** Between the clock's reading and the beginning of a transaction's writes. */
const MARGIN = `interval '2 seconds'`;

/**
 * An expression for a moment before which every end of a job is there, or never will be. A row that is not visible yet
 * belongs to a transaction that has begun to write, and the time of its end is later than the transaction's begin.
 */
export const SETTLED_AT = `least(clock_timestamp() - ${MARGIN}, (select min(xact_start) from pg_stat_activity
  where datname = current_database() and backend_xid is not null and pid <> pg_backend_pid()))`;
