import type { Db, Transactor } from '#platform/db.ts';

/** Lets functions that open a transaction of their own take part in one that is open. */
export const within = (tx: Db): Transactor => ({ ...tx, tx: (work) => work(tx) });

/** Any number will do, as long as every version of the program uses the same. */
const FILL_LOCK = 7_402_118_002;

/** Held until the end of the transaction by whoever fills an empty installation: a first start, or an import. */
export async function lockForFilling(tx: Db): Promise<void> {
  await tx.query('select pg_advisory_xact_lock($1::bigint)', [FILL_LOCK]);
}
