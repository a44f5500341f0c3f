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

export const cases = defineOperations('Proofs', {
  file: {
    at: 'GET /v1/agents/jobs/:job_id/case-file/',
    summary: 'Case file of a job',
    description:
      'Returns everything behind the decision of a finished job, with a hash of each file, signed with the key of the organization.',
    responses: { 200: CaseFile },
    errors: ['job_not_final', 'conflict', 'content_lost', 'storage_failed', 'unavailable'],
  },
  index: {
    at: 'GET /v1/organizations/:organization_id/case-files/',
    summary: 'Signed list of the cases of a period',
    description:
      'Lists finished jobs by end time, at most 10,000. `errand case export` downloads the case file of each.',
    query: CaseIndexQuery,
    responses: { 200: CaseIndex },
    errors: ['invalid_request', 'unavailable'],
  },
  explanation: {
    at: 'GET /v1/agents/jobs/:job_id/explanation/',
    summary: 'Explain a decision',
    description:
      'Returns the rules with their evidence in plain words, and the smallest change that would have led to another verdict. 409 if no policy decided the job.',
    responses: { 200: Explanation },
    errors: ['job_not_final', 'conflict'],
  },
  contest: {
    at: 'POST /v1/agents/jobs/:job_id/contest/',
    content: 'text',
    summary: 'Contest a decision',
    description:
      'Opens a review with the reason `contested` and attaches the explanation. 409 while such a review is open.',
    body: ContestBody,
    responses: { 201: ReviewTask },
    errors: ['job_not_final', 'conflict'],
  },
  hold: {
    at: 'POST /v1/agents/jobs/:job_id/hold/',
    summary: 'Hold the data of a job',
    description: 'Until the hold is released, nobody can delete the data of the job and retention does not remove it.',
    role: 'admin',
    body: HoldBody,
    responses: { 201: Hold },
    errors: ['conflict'],
  },
  releaseHold: {
    at: 'DELETE /v1/agents/jobs/:job_id/hold/',
    summary: 'Release a hold',
    description: 'The data of the job can be deleted again.',
    role: 'admin',
    responses: { 204: null },
    errors: ['not_found'],
  },
  holds: {
    at: 'GET /v1/organizations/:organization_id/holds/',
    summary: 'List holds',
    description: 'Lists jobs whose data cannot be deleted, newest first.',
    query: PageQuery,
    responses: { 200: HoldPage },
  },
  retention: {
    at: 'GET /v1/organizations/:organization_id/retention/',
    summary: 'Retrieve retention settings',
    description: 'Returns how long data is kept, in days from the end of a job. Null: forever.',
    responses: { 200: Retention },
  },
  setRetention: {
    at: 'PUT /v1/organizations/:organization_id/retention/',
    summary: 'Change retention settings',
    description:
      'Removes older data within minutes, in batches, each with a signed certificate. Statistics stay. Held jobs are not changed.',
    role: 'admin',
    body: Retention,
    responses: { 200: Retention },
  },
  archive: {
    at: 'GET /v1/organizations/:organization_id/archive/',
    summary: 'Archived months',
    description:
      'Lists the months whose jobs are files in the storage. You read these jobs like all others; they are marked `archived`.',
    responses: { 200: ArchiveView },
  },
  certificates: {
    at: 'GET /v1/organizations/:organization_id/certificates/',
    summary: 'List certificates of erasure',
    description: 'Lists what was removed, when and why, newest first. Each certificate is signed.',
    role: 'auditor',
    query: PageQuery,
    responses: { 200: CertificatePage },
  },
});
