import type { Domain } from '#platform/domain.ts';
import { scheduleRunRows } from './claim-due.ts';
import { disableSchedulesOfAgent } from './store.ts';

export const domain: Domain = {
  name: 'schedules',
  tables: {
    schedules: { jobData: { kept: 'names its last job' }, archive: 'stays' },
    schedule_runs: { jobData: { kept: 'says which job a due time started' }, archive: 'stays' },
  },
  onAgentDeleted: { stop: disableSchedulesOfAgent },
  leased: [scheduleRunRows],
};
