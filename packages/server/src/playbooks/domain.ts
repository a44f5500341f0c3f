import type { Domain } from '#platform/domain.ts';
import { runRows } from './runs/rows.ts';

export const domain: Domain = {
  name: 'playbooks',
  tables: {
    playbooks: {},
    playbook_versions: {},
    playbook_gates: {},
    playbook_rehearsals: {},
    playbook_runs: {},
    playbook_steps: { jobData: { kept: 'which job a step started; its data is elsewhere' }, archive: 'stays' },
  },
  leased: [runRows],
};
