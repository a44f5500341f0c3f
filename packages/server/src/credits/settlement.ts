// What jobs do to credits, as parts of the statements of the jobs domain: everything changes at once or nothing does.
// Amounts must be rounded as they are stored, so that the balance stays the sum of the ledger.

/** Holds the `hold` of accepted jobs. Their accounts are locked before, in the order of their keys. */
export const holdCredits = (jobs: string): string => `
  held as (
    update credit_accounts a set held = a.held + s.hold
    from (select org_id, sum(hold) as hold from ${jobs} group by org_id having sum(hold) > 0) s
    where a.org_id = s.org_id
  )`;

/** Books the `charge` of ended jobs under `ledger_id` and releases their `hold`. Locks accounts in the order of keys. */
export const chargeJobs = (jobs: string): string => `
  ledger as (
    insert into credit_ledger (id, org_id, kind, amount, job_id)
    select ledger_id, org_id, 'job', -charge, job_id from ${jobs} where charge > 0
  ),
  account as materialized (
    select a.org_id, s.charge, s.hold from credit_accounts a
    join (select org_id, sum(charge) as charge, sum(hold) as hold from ${jobs} group by org_id
      having sum(charge) > 0 or sum(hold) > 0) s on s.org_id = a.org_id
    order by a.org_id for update of a
  ),
  settled as (
    update credit_accounts a set balance = a.balance - s.charge, held = a.held - s.hold
    from account s where a.org_id = s.org_id
  )`;

/** Adds the `charge` of a step that ended after its job. The ledger has one entry per job, with `ledgerId` if it is new. */
export const chargeLate = (used: string, ledgerId: string): string => `
  ledger as (
    insert into credit_ledger (id, org_id, kind, amount, job_id)
    select ${ledgerId}, org_id, 'job', -charge, job_id from ${used} where charge > 0
    on conflict (job_id) where job_id is not null do update set amount = credit_ledger.amount + excluded.amount
  ),
  account as (
    update credit_accounts a set balance = a.balance - ${used}.charge from ${used}
    where a.org_id = ${used}.org_id and ${used}.charge > 0
  )`;

/** Raises what is held by `missing` of the row `owner`, if the organization has it. */
export const holdMissing = (owner: string): string => `
  account as (
    update credit_accounts a set held = a.held + ${owner}.missing from ${owner}
    where a.org_id = ${owner}.org_id and (not a.limited or a.balance - a.held >= ${owner}.missing) returning a.org_id
  )`;

/** Releases the part of `hold` that the row `before` has not spent. */
export const releaseUnspent = (before: string, orgId: string): string => `
  account as (
    update credit_accounts a set held = a.held - (${before}.hold - ${before}.spent)
    from ${before} where a.org_id = ${orgId} and ${before}.hold > ${before}.spent
  )`;

/** Statements that `errand doctor` advises. */
export const RECOUNT_HELD =
  'update credit_accounts a set held = (select coalesce(sum(hold), 0) from job_queue q where q.org_id = a.org_id);';
export const RECOUNT_BALANCE =
  'update credit_accounts a set balance = (select coalesce(sum(amount), 0) from credit_ledger l where l.org_id = a.org_id);';
