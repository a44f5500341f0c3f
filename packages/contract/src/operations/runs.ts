import { Type } from 'typebox';
import { OutputItem, RunBody, RunEstimate, RunManyBody } from '../jobs.ts';
import { defineOperations } from '../operation.ts';
import { JobHeader, RunForm, RunHeaders, RunMultipart } from '../run-forms.ts';
import { Uuid } from '../values.ts';

const single = {
  content: 'rows',
  accepts: ['json', 'form', 'multipart'],
  headers: RunHeaders,
  body: RunBody,
  bodies: { form: RunForm, multipart: RunMultipart },
} as const;
const errors = [
  'invalid_inputs',
  'missing_inputs',
  'invalid_request',
  'idempotency_conflict',
  'insufficient_credits',
  'organization_paused',
] as const;

const waiting = {
  ...single,
  description:
    'Responds when the job is final. For a failed job the response is 400 with its error. The header X-Agent-Job-Id has the job id. With `Accept: text/event-stream` the response is the events of the job, and `end` has the outputs.',
  responses: { 200: Type.Array(OutputItem) },
  answerHeaders: JobHeader,
  errors: [...errors, 'job_failed'],
} as const;
const starting = {
  ...single,
  description: 'Returns the id of the new job as soon as the job is stored.',
  responses: { 200: Uuid },
  errors,
} as const;

export const runs = defineOperations('Runs', {
  run: {
    ...waiting,
    at: 'POST /v1/agents/run/:agent_id/',
    summary: 'Run an agent and wait for the outputs',
  },
  start: {
    ...starting,
    at: 'POST /v1/agents/run/:agent_id/async/',
    summary: 'Run an agent in the background',
  },
  runVersion: {
    ...waiting,
    at: 'POST /v1/agents/run/:agent_id/versions/:agent_version_id/',
    summary: 'Run one version of an agent and wait for the outputs',
  },
  startVersion: {
    ...starting,
    at: 'POST /v1/agents/run/:agent_id/versions/:agent_version_id/async/',
    summary: 'Run one version of an agent in the background',
  },
  estimate: {
    at: 'POST /v1/agents/run/:agent_id/estimate/',
    summary: 'Estimate the cost of a run',
    description:
      'Returns what recent jobs of the agent cost on average, in the normal lane and in the batch lane of its provider. The body is that of a run, but the average does not depend on it. Starts nothing.',
    content: 'rows',
    role: 'viewer',
    body: RunBody,
    responses: { 200: RunEstimate },
    errors: ['invalid_request'],
  },
  startMany: {
    at: 'POST /v1/agents/run/:agent_id/async/many/',
    content: 'rows',
    summary: 'Run an agent many times in the background',
    description: 'Checks all items before creating any job. Metadata is ignored here; use a batch to store metadata.',
    headers: RunHeaders,
    body: RunManyBody,
    responses: { 200: Type.Array(Uuid) },
    errors,
  },
});
