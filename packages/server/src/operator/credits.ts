import { type Account, grantCredits } from '#credits/ledger.ts';
import type { Transactor } from '#platform/db.ts';

export const grantOperatorsCredits = (db: Transactor, orgId: string, amount: number, note: string): Promise<Account> =>
  grantCredits(db, orgId, amount, note, 'operator');
