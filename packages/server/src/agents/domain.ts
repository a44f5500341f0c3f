import type { Domain } from '#platform/domain.ts';
import { connectionUses } from './connection-uses.ts';
import { uncountJobs } from './job-counts.ts';
import { configColumn } from './secret-config.ts';

export const domain: Domain = {
  name: 'agents',
  tables: {
    agents: {},
    agent_versions: {},
    agent_tags: {},
    tags: {},
    agent_job_counts: {},
    agent_job_deltas: {},
  },
  sealedColumns: [configColumn],
  connectionUses,
  erase: { jobs: uncountJobs },
};
