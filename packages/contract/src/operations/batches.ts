import { Batch, BatchBody, BatchPage, BatchQuery } from '../batches.ts';
import { JsonStream } from '../content.ts';
import { BatchResultLine } from '../job-streams.ts';
import { defineOperations } from '../operation.ts';
import { RunHeaders } from '../run-forms.ts';
import { PageQuery } from '../values.ts';

export const batches = defineOperations('Batches', {
  create: {
    at: 'POST /v1/agents/run/:agent_id/batches/',
    content: 'rows',
    summary: 'Run an agent over a list of inputs',
    description:
      'Like run-many, but as one object with progress, cost limit, results and retry. Metadata of an item overrides metadata of the batch.',
    headers: RunHeaders,
    body: BatchBody,
    responses: { 201: Batch },
    errors: [
      'invalid_inputs',
      'missing_inputs',
      'invalid_request',
      'idempotency_conflict',
      'insufficient_credits',
      'organization_paused',
    ],
  },
  list: {
    at: 'GET /v1/agents/batches/',
    summary: 'List batches',
    description: 'Lists the batches of the organization with their progress and cost, newest first, in pages.',
    query: PageQuery,
    responses: { 200: BatchPage },
  },
  get: {
    at: 'GET /v1/agents/batches/:batch_id/',
    summary: 'Retrieve a batch',
    description:
      'Returns the number of rows in each state, the cost so far, and an estimate of the end time. With `wait` the response comes when the batch ends, or after that many seconds.',
    query: BatchQuery,
    responses: { 200: Batch },
  },
  results: {
    at: 'GET /v1/agents/batches/:batch_id/results/',
    summary: 'Results of a batch as JSON lines',
    description:
      'Returns one line per row: index, job_id, status, outputs, error_message. With `wait` the response comes when the batch ends, or after that many seconds with the results so far.',
    query: BatchQuery,
    responses: { 200: JsonStream('application/x-ndjson', 'One JSON object per line.', BatchResultLine) },
  },
  cancel: {
    at: 'POST /v1/agents/batches/:batch_id/cancel/',
    summary: 'Cancel a batch',
    description: 'Cancels waiting rows immediately and stops running rows. Finished rows stay unchanged.',
    responses: { 200: Batch },
  },
  retryFailed: {
    at: 'POST /v1/agents/batches/:batch_id/retry-failed/',
    creates: true,
    summary: 'Run the failed rows of a batch again',
    description: 'Creates a new job in the same batch for every failed row. Other rows stay unchanged.',
    responses: { 200: Batch },
    errors: ['invalid_inputs', 'insufficient_credits', 'organization_paused'],
  },
});
