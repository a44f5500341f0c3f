import { defineOperations } from '../operation.ts';
import {
  ArchiveView,
  CaseFile,
  CaseIndex,
  CaseIndexQuery,
  CertificatePage,
  ContestBody,
  Explanation,
  Hold,
  HoldBody,
  HoldPage,
  Retention,
} from '../proofs.ts';
import { ReviewTask } from '../review-desk.ts';
import { PageQuery } from '../values.ts';

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
    errors: ['job_not_final', 'conflict', 'content_lost', 'storage_failed', 'unavailable'],
  },
  index: {
    method: 'GET',
    path: '/v1/organizations/:organization_id/case-files/',
    tag,
    summary: 'Signed list of the cases of a period',
    description:
      'Finished jobs by the time of their end, at most 10,000. `errand case export` gets the case file of each.',
    query: CaseIndexQuery,
    responses: { 200: CaseIndex },
    errors: ['invalid_request', 'unavailable'],
  },
  explanation: {
    method: 'GET',
    path: '/v1/agents/jobs/:job_id/explanation/',
    tag,
    summary: 'Why a job was decided so',
    description:
      'The rules with their evidence in plain words, and the smallest change that would have given another verdict. 409 when no policy decided the job.',
    responses: { 200: Explanation },
    errors: ['job_not_final', 'conflict'],
  },
  contest: {
    method: 'POST',
    path: '/v1/agents/jobs/:job_id/contest/',
    tag,
    summary: 'Contest a decision',
    description: 'Opens a review with the reason `contested` and the explanation attached; 409 while one is open.',
    body: ContestBody,
    responses: { 201: ReviewTask },
    errors: ['job_not_final', 'conflict'],
  },
  hold: {
    method: 'POST',
    path: '/v1/agents/jobs/:job_id/hold/',
    tag,
    summary: 'Hold the data of a job',
    description: 'Until it is released nobody deletes the data of the job, and retention leaves it alone.',
    role: 'admin',
    body: HoldBody,
    responses: { 201: Hold },
    errors: ['conflict'],
  },
  releaseHold: {
    method: 'DELETE',
    path: '/v1/agents/jobs/:job_id/hold/',
    tag,
    summary: 'Release a hold',
    description: 'From now on the data of the job may be deleted again.',
    role: 'admin',
    responses: { 204: null },
    errors: ['not_found'],
  },
  holds: {
    method: 'GET',
    path: '/v1/organizations/:organization_id/holds/',
    tag,
    summary: 'List holds',
    description: 'Jobs whose data may not be deleted, newest jobs first.',
    query: PageQuery,
    responses: { 200: HoldPage },
  },
  retention: {
    method: 'GET',
    path: '/v1/organizations/:organization_id/retention/',
    tag,
    summary: 'How long data is kept',
    description: 'In days from the end of a job; null: for ever.',
    responses: { 200: Retention },
  },
  setRetention: {
    method: 'PUT',
    path: '/v1/organizations/:organization_id/retention/',
    tag,
    summary: 'Set how long data is kept',
    description:
      'Older data is removed within minutes, in batches, with a signed certificate each. Figures stay. Held jobs are left alone.',
    role: 'admin',
    body: Retention,
    responses: { 200: Retention },
  },
  archive: {
    method: 'GET',
    path: '/v1/organizations/:organization_id/archive/',
    tag,
    summary: 'Archived months',
    description: 'Months whose jobs are files in storage. They are read as all others, and marked `archived`.',
    responses: { 200: ArchiveView },
  },
  certificates: {
    method: 'GET',
    path: '/v1/organizations/:organization_id/certificates/',
    tag,
    summary: 'List certificates of erasure',
    description: 'What was removed, when and why, newest first; each is signed.',
    role: 'admin',
    query: PageQuery,
    responses: { 200: CertificatePage },
  },
});
