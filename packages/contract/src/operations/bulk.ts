import { BulkBody, BulkFile, BulkFileQuery, BulkItemPage, BulkItemQuery, BulkOperation, BulkPage } from '../bulk.ts';
import { defineOperations } from '../operation.ts';
import { PageQuery, WaitQuery } from '../values.ts';

export const bulk = defineOperations('Jobs', {
  plan: {
    at: 'POST /v1/agents/bulk/',
    summary: 'Plan an action on many jobs',
    description:
      'Selects the jobs and returns their number and cost. Nothing happens until `start`. Actions: retry, cancel, delete_data, export or add_to_set.',
    body: BulkBody,
    responses: { 201: BulkOperation },
  },
  list: {
    at: 'GET /v1/agents/bulk/',
    summary: 'List actions on many jobs',
    description: 'Newest first. Finished actions are kept for 90 days.',
    query: PageQuery,
    responses: { 200: BulkPage },
  },
  get: {
    at: 'GET /v1/agents/bulk/:operation_id/',
    summary: 'Progress of an action on many jobs',
    description: 'Returns the number of jobs that are done, skipped, failed or pending.',
    query: WaitQuery,
    responses: { 200: BulkOperation },
  },
  items: {
    at: 'GET /v1/agents/bulk/:operation_id/items/',
    summary: 'Record of an action, job by job',
    description: 'Lists the outcome of each job, with the reason and the new job.',
    query: BulkItemQuery,
    responses: { 200: BulkItemPage },
  },
  start: {
    at: 'POST /v1/agents/bulk/:operation_id/start/',
    summary: 'Start a planned action',
    description: 'The action runs in the background and continues after a restart.',
    responses: { 200: BulkOperation },
    errors: ['conflict'],
  },
  pause: {
    at: 'POST /v1/agents/bulk/:operation_id/pause/',
    summary: 'Pause an action',
    description: 'Completed work stays. The rest waits for `resume`.',
    responses: { 200: BulkOperation },
    errors: ['conflict'],
  },
  resume: {
    at: 'POST /v1/agents/bulk/:operation_id/resume/',
    summary: 'Resume a paused action',
    description: 'Continues with the remaining jobs.',
    responses: { 200: BulkOperation },
    errors: ['conflict'],
  },
  cancel: {
    at: 'POST /v1/agents/bulk/:operation_id/cancel/',
    summary: 'Stop an action',
    description: 'Completed work stays. The remaining jobs are not changed.',
    responses: { 200: BulkOperation },
    errors: ['conflict'],
  },
  undo: {
    at: 'POST /v1/agents/bulk/:operation_id/undo/',
    summary: 'Undo an action',
    description:
      'Starts the opposite action: it cancels the new jobs of a retry, runs cancelled jobs again, or removes added cases from their set. Deleted data cannot be restored.',
    responses: { 201: BulkOperation },
    errors: ['conflict'],
  },
  file: {
    at: 'GET /v1/agents/bulk/:operation_id/file/',
    summary: 'Download the jobs of an action',
    description:
      'Returns every job of the action with status, agent, times, cost, inputs, outputs and metadata, as CSV or typed Parquet.',
    query: BulkFileQuery,
    responses: { 200: BulkFile },
    errors: ['storage_failed'],
  },
});
