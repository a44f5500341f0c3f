import { defineOperations } from '../operation.ts';
import { CaseFile } from '../proofs.ts';

const tag = 'Proofs';

export const cases = defineOperations({
  file: {
    method: 'GET',
    path: '/v1/agents/jobs/:job_id/case-file/',
    tag,
    summary: 'Case file of a job',
    description:
      'Everything that a finished job was decided from and by, with the hash of each file, signed with the key of the organization.',
    responses: { 200: CaseFile },
    errors: ['job_not_final', 'conflict', 'storage_failed', 'unavailable'],
  },
});
