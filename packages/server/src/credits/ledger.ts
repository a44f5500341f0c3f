import { type Actor, insertAudit } from '#orgs/audit.ts';
import type { Db, Transactor } from '#platform/db.ts';
import { invalidFields, notFound } from '#platform/errors.ts';
import { newId } from '#platform/ids.ts';
import { type Listed, listPage, type Page } from '#platform/list-page.ts';

// The credits of an organization. The ledger is append-only. The account's balance is its sum, stored beside it because
// every start of a job reads it. Both are written in one transaction, under the account's row lock.

export type Account = {
  limited: boolean;
  balance: number;
  /** Reserved for jobs that are not finished. */
  held: number;
};

export type LedgerEntry = {
  id: string;
  kind: 'grant' | 'adjust' | 'job';
  amount: number;
  job_id: string | null;
  note: string;
  created_at: Date;
};

/** Far below the column's limit, far above any real amount. */
export const AMOUNT_MAX = 1_000_000_000;
/** No more entries are counted, because that would read millions of rows per page. */
const ENTRIES_MAX = 100_000;

/** Opens the account of a new organization: unlimited without `credits`. */
export async function openAccount(tx: Db, orgId: string, credits: number | undefined): Promise<void> {
  await tx.run(
    `insert into credit_accounts (org_id, limited, balance)
     values ($1::uuid, $2::boolean, coalesce($3::numeric(20, 8), 0))`,
    [orgId, credits !== undefined, credits ?? null],
  );
  if (credits === undefined || credits === 0) return;
  await tx.run(
    `insert into credit_ledger (id, org_id, kind, amount, note)
     values ($1::uuid, $2::uuid, 'grant', $3::numeric(20, 8), 'opening balance')`,
    [newId(), orgId, credits],
  );
}

/** Adds to the balance. An unlimited organization stays unlimited. */
export async function grantCredits(
  db: Transactor,
  orgId: string,
  amount: number,
  note: string,
  actor: Actor,
): Promise<Account> {
  if (!(amount > 0 && amount <= AMOUNT_MAX)) {
    throw invalidFields({ amount: [`Must be a number above 0 and up to ${AMOUNT_MAX}.`] });
  }
  return db.tx(async (tx) => {
    await lockAccount(tx, orgId);
    const [account] = await tx.query<Account>(
      `with entry as (
         insert into credit_ledger (id, org_id, kind, amount, note)
         values ($2::uuid, $1::uuid, 'grant', $3::numeric(20, 8), $4::text)
       )
       update credit_accounts set balance = balance + $3::numeric(20, 8)
       where org_id = $1::uuid
       returning limited, balance, held`,
      [orgId, newId(), amount, note],
    );
    await auditAccount(tx, actor, orgId, 'credits.granted', { amount, note, balance: account!.balance });
    return account!;
  });
}

/** Sets the balance with an entry for the difference. `unlimited` leaves the balance unchanged. */
export async function setCredits(
  db: Transactor,
  orgId: string,
  amount: number | 'unlimited',
  actor: Actor = 'operator',
): Promise<Account> {
  if (amount !== 'unlimited' && !(amount >= 0 && amount <= AMOUNT_MAX)) {
    throw invalidFields({ credits: [`Must be unlimited or a number from 0 to ${AMOUNT_MAX}.`] });
  }
  return db.tx(async (tx) => {
    const before = await lockAccount(tx, orgId);
    if (amount !== 'unlimited') {
      await tx.run(
        `insert into credit_ledger (id, org_id, kind, amount, note)
         select $2::uuid, org_id, 'adjust', $3::numeric(20, 8) - balance, 'balance set by the operator'
         from credit_accounts
         where org_id = $1::uuid and balance <> $3::numeric(20, 8)`,
        [orgId, newId(), amount],
      );
    }
    const [account] = await tx.query<Account>(
      `update credit_accounts set limited = $2::boolean, balance = coalesce($3::numeric(20, 8), balance)
       where org_id = $1::uuid
       returning limited, balance, held`,
      [orgId, amount !== 'unlimited', amount === 'unlimited' ? null : amount],
    );
    const { limited, balance } = before;
    await auditAccount(tx, actor, orgId, 'credits.set', { from: limited ? balance : 'unlimited', to: amount });
    return account!;
  });
}

export async function findAccount(db: Db, orgId: string): Promise<Account | undefined> {
  const [account] = await db.query<Account>(
    'select limited, balance, held from credit_accounts where org_id = $1::uuid',
    [orgId],
  );
  return account;
}

/** Newest first. */
export async function listLedger(db: Db, orgId: string, page: Page): Promise<Listed<LedgerEntry>> {
  return listPage<LedgerEntry>(db, {
    columns: 'id, kind, amount, job_id, note, created_at',
    from: 'credit_ledger',
    where: 'org_id = $1::uuid',
    order: 'id desc',
    values: [orgId],
    countMax: ENTRIES_MAX,
    page,
  });
}

/** Replaces the ledger entries of these jobs by their sum, so that the ledger still adds up to the balance. */
export async function foldLedger(tx: Db, orgId: string, month: string, ids: string[]): Promise<void> {
  await tx.run(
    `with gone as (
       delete from credit_ledger where org_id = $1::uuid and kind = 'job' and job_id = any($2::uuid[])
       returning id, amount, created_at
     )
     insert into credit_ledger (id, org_id, kind, amount, note, created_at)
     select (array_agg(id order by id desc))[1], $1::uuid, 'adjust', sum(amount), count(*) || ' archived jobs of ' || $3::text,
       max(created_at) from gone having count(*) > 0`,
    [orgId, ids, month],
  );
}

async function lockAccount(tx: Db, orgId: string): Promise<Account> {
  const [account] = await tx.query<Account>(
    'select limited, balance, held from credit_accounts where org_id = $1::uuid for update',
    [orgId],
  );
  if (account === undefined) throw notFound('organization');
  return account;
}

function auditAccount(
  tx: Db,
  actor: Actor,
  orgId: string,
  action: string,
  detail: Record<string, unknown>,
): Promise<void> {
  return insertAudit(tx, actor, { orgId, action, targetType: 'credits', targetId: orgId, detail });
}
