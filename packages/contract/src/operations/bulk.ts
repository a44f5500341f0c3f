import { BulkBody, BulkFile, BulkFileQuery, BulkItemPage, BulkItemQuery, BulkOperation, BulkPage } from '../bulk.ts';
import { defineOperations } from '../operation.ts';
import { PageQuery } from '../values.ts';

const tag = 'Jobs';

export const bulk = defineOperations({
  plan: {
    method: 'POST',
    path: '/v1/agents/bulk/',
    tag,
    summary: 'Plan an action on many jobs',
    description:
      'Chooses the jobs and tells their number and cost; nothing is done before `start`. retry, cancel, delete_data, export or add_to_set.',
    body: BulkBody,
    responses: { 201: BulkOperation },
  },
  list: {
    method: 'GET',
    path: '/v1/agents/bulk/',
    tag,
    summary: 'Actions on many jobs',
    description: 'Newest first. Those that ended are kept for 90 days.',
    query: PageQuery,
    responses: { 200: BulkPage },
  },
  get: {
    method: 'GET',
    path: '/v1/agents/bulk/:operation_id/',
    tag,
    summary: 'Progress of an action on many jobs',
    description: 'How many jobs are done, skipped, failed or still to come.',
    responses: { 200: BulkOperation },
  },
  items: {
    method: 'GET',
    path: '/v1/agents/bulk/:operation_id/items/',
    tag,
    summary: 'Record of an action, job by job',
    description: 'What became of each job, with the reason and the new job.',
    query: BulkItemQuery,
    responses: { 200: BulkItemPage },
  },
  start: {
    method: 'POST',
    path: '/v1/agents/bulk/:operation_id/start/',
    tag,
    summary: 'Start a planned action',
    description: 'It goes on without anybody watching, and after a restart.',
    responses: { 200: BulkOperation },
    errors: ['conflict'],
  },
  pause: {
    method: 'POST',
    path: '/v1/agents/bulk/:operation_id/pause/',
    tag,
    summary: 'Pause an action',
    description: 'What is done stays done; the rest waits for `resume`.',
    responses: { 200: BulkOperation },
    errors: ['conflict'],
  },
  resume: {
    method: 'POST',
    path: '/v1/agents/bulk/:operation_id/resume/',
    tag,
    summary: 'Resume a paused action',
    description: 'Goes on with the jobs that are left.',
    responses: { 200: BulkOperation },
    errors: ['conflict'],
  },
  cancel: {
    method: 'POST',
    path: '/v1/agents/bulk/:operation_id/cancel/',
    tag,
    summary: 'Stop an action',
    description: 'What is done stays done; the rest is left alone.',
    responses: { 200: BulkOperation },
    errors: ['conflict'],
  },
  undo: {
    method: 'POST',
    path: '/v1/agents/bulk/:operation_id/undo/',
    tag,
    summary: 'Take an action back',
    description:
      'Starts the opposite action: new jobs of a retry are cancelled, cancelled jobs run again, added cases leave their set. Deleted data is gone.',
    responses: { 201: BulkOperation },
    errors: ['conflict'],
  },
  file: {
    method: 'GET',
    path: '/v1/agents/bulk/:operation_id/file/',
    tag,
    summary: 'The jobs of an action as a file',
    description:
      'Every job of the action with status, agent, times, cost, inputs, outputs and metadata, as CSV or as Parquet with types.',
    query: BulkFileQuery,
    responses: { 200: BulkFile },
    errors: ['storage_failed'],
  },
});
