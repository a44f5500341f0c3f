import type { Domain } from '#platform/domain.ts';

export const domain: Domain = {
  name: 'files',
  tables: {
    files: {},
    job_files: { jobData: 'erased' },
    job_artifacts: { jobData: 'erased' },
    job_references: { jobData: 'erased' },
  },
};
