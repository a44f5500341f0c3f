import { chargeJobs } from '#credits/settlement.ts';

// The effects of a job's end other than its queue row: the result, the ledger, the account and the batch. Finishing and
// cancelling remove the queue row in their own ways, and both settle here.

type Settled = {
  /**
   * A relation of the statement, with job_id, org_id, agent_id, batch_id, status, outputs, error_code, error_message,
   * input_tokens, output_tokens, cost, charge (the part of it that credits pay), created_at, finished_at, waited_ms, attempt, worker_id, events, ui_fields,
   * trust, needs_review, ledger_id, hold, booked and streamed.
   */
  done: string;
  /** A condition on its rows that selects jobs that ran to their end, whose cost is representative. */
  ran: string;
};

/**
 * Returns common table expressions for a statement that ends jobs. Rows that several statements may touch are locked in
 * the order of their keys, and tables always in the same order: PostgreSQL runs changes that nothing reads from the
 * last to the first, so batches come before accounts. Costs must be rounded as they are stored, so that the balance
 * stays the sum of the ledger.
 */
export const settleJobs = ({ done, ran }: Settled): string => `
  result as (
    insert into job_results (job_id, org_id, agent_id, status, outputs, error_code, error_message, input_tokens, output_tokens, cost,
      duration_ms, attempt, worker_id, events, ui_fields, trust, needs_review, finished_at)
    select job_id, org_id, agent_id, status, outputs, error_code, error_message, input_tokens, output_tokens, cost,
      greatest(0, floor(extract(epoch from finished_at - created_at) * 1000)::bigint - coalesce(waited_ms, 0)), attempt, worker_id,
      (events || jsonb_strip_nulls(jsonb_build_object('at', floor(extract(epoch from finished_at) * 1000),
        'status', status, 'error', error_message, 'streamed', streamed)))::json,
      ui_fields, trust, needs_review, finished_at
    from ${done}
  ),
${chargeJobs(done)},
  batch as (
    update batches b set spent = b.spent + s.cost, dearest = greatest(b.dearest, s.dearest)
    from (select batch_id, sum(cost - booked) as cost, max(cost) filter (where ${ran}) as dearest
      from ${done} where batch_id is not null group by batch_id order by batch_id) s
    -- Free jobs change nothing, except the first one under a limit: the batch must know that they are free.
    where b.id = s.batch_id and (s.cost <> 0 or (b.max_cost is not null and s.dearest > coalesce(b.dearest, -1)))
  )`;
