import type { Domain } from '#platform/domain.ts';
import { scheduleRunRows } from './claim-due.ts';
import { disableSchedulesOfAgent } from './store.ts';

export const domain: Domain = {
  name: 'schedules',
  tables: {
    schedules: { jobData: { kept: 'names its last job' } },
    schedule_runs: { jobData: { kept: 'says which job a due time started' } },
  },
  onAgentDeleted: { stop: disableSchedulesOfAgent },
  leased: [scheduleRunRows],
};
