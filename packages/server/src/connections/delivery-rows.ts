import type { LeasedRows } from '#platform/leased-rows.ts';

/** Post actions that are still to be performed. */
export const deliveryRows: LeasedRows = {
  name: 'post_actions',
  table: 'post_action_deliveries',
  open: `t.status = 'pending'`,
  due: 'next_attempt_at',
  claim: 'claim_id',
  attempts: 'attempts',
  attempt: 't.attempts - t.attempts_before',
  onEnd: 'finished_at = clock_timestamp()',
};
