import type { Domain } from '#platform/domain.ts';
import type { LeasedRows } from '#platform/leased-rows.ts';

export const clockRows: LeasedRows = {
  name: 'case_clocks',
  table: 'case_clocks',
  open: 't.told_at is null and t.paused_at is null and t.stopped_at is null',
  due: 'tell_at',
  claim: 'claim_id',
  attempts: 'attempts',
};

export const taskRows: LeasedRows = {
  name: 'case_tasks',
  table: 'case_tasks',
  open: 't.tell_at is not null and t.told_at is null and t.done_at is null',
  due: 'tell_at',
  claim: 'claim_id',
  attempts: 'attempts',
};

export const domain: Domain = {
  name: 'case-desk',
  tables: {
    case_queues: {},
    case_numbers: {},
    cases: {},
    case_alerts: {},
    case_words: {},
    case_documents: {},
    case_identifiers: {},
    case_clocks: {},
    case_notes: {},
    case_tasks: {},
    case_decisions: {},
    case_jobs: { jobData: { kept: 'which jobs looked into a case; their data is elsewhere' }, archive: 'stays' },
    case_events: {},
    case_checks: {},
    case_holds: {},
    case_templates: {},
    case_drafts: {},
  },
  leased: [clockRows, taskRows],
};
