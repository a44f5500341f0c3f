import type { Db } from './db.ts';

// What a request writes in the transaction of its change, so that neither exists without the other. The change's audit
// entry carries it along. The few changes without an entry, whose rows are their own record, claim it themselves.

type Claim = (tx: Db) => Promise<void>;

const claims = new WeakMap<object, Claim>();

/** Sets what `author` claims with the next change. */
export const setClaim = (author: object, claim: Claim): void => {
  claims.set(author, claim);
};

export const claimFor = (author: object): Claim | undefined => claims.get(author);
