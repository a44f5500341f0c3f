import type { Db, Transactor } from '#platform/db.ts';

/** Lets functions that open their own transaction take part in an open one. */
export const within = (tx: Db): Transactor => ({ ...tx, tx: (work) => work(tx) });

/** The value is arbitrary, but every version of the program must use the same. */
const FILL_LOCK = 7_402_118_002;

/** Takes a lock until the end of the transaction that fills an empty installation: a first start or an import. */
export async function lockForFilling(tx: Db): Promise<void> {
  await tx.query('select pg_advisory_xact_lock($1::bigint)', [FILL_LOCK]);
}
