import type { LeasedRows } from '#platform/leased-rows.ts';

export const runRows: LeasedRows = {
  name: 'playbook_runs',
  table: 'playbook_runs',
  open: `t.state = 'running'`,
  due: 'due_at',
  claim: 'claim_id',
  attempts: 'attempts',
  onEnd: 'finished_at = clock_timestamp()',
};
