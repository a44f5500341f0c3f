import type { Domain } from '#platform/domain.ts';
import { deleteFilesOfJobs } from './collect.ts';

export const domain: Domain = {
  name: 'files',
  tables: {
    files: {},
    job_files: { jobData: 'erased', archive: 'stays' },
    job_artifacts: { jobData: 'erased', archive: 'stays' },
    job_references: { jobData: 'erased', archive: 'stays' },
  },
  erase: {
    data: (tx, orgId, jobId) => deleteFilesOfJobs(tx, orgId, [jobId]),
    jobs: deleteFilesOfJobs,
  },
};
