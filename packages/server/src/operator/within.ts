import type { Db, Transactor } from '#platform/db.ts';

/** Lets functions that open a transaction of their own take part in one that is open. */
export const within = (tx: Db): Transactor => ({ ...tx, tx: (work) => work(tx) });
