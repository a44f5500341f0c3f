import { Type } from 'typebox';
import { JsonStream } from '../content.ts';
import { EvidenceQuery, EvidenceView } from '../evidence.ts';
import { FileContent, RangeHeaders } from '../files.ts';
import { ArtifactQuery, ArtifactResult, JobContents, ReferenceQuery } from '../job-contents.ts';
import { JobErrors, JobErrorsQuery } from '../job-errors.ts';
import {
  AllJobsPage,
  AllJobsQuery,
  JobFacets,
  JobFacetsQuery,
  JobListQuery,
  JobPage,
  JobSuggestions,
  JobSuggestionsQuery,
  JobSummary,
  JobSummaryQuery,
} from '../job-lists.ts';
import { StepDetail } from '../job-steps.ts';
import { EventData, EventHeaders } from '../job-streams.ts';
import {
  BulkResult,
  BulkStatus,
  CancelledAll,
  DeletedData,
  JobIdsBody,
  JobResultView,
  JobStatusView,
  JobView,
  RetryBody,
} from '../jobs.ts';
import { defineOperations } from '../operation.ts';
import { Uuid, WaitQuery } from '../values.ts';

export const jobs = defineOperations('Jobs', {
  get: {
    at: 'GET /v1/agents/jobs/:job_id/',
    summary: 'Retrieve a job',
    description: 'Returns status, inputs, outputs, cost, why the cache was or was not used, and every recorded step.',
    query: WaitQuery,
    responses: { 200: JobView },
  },
  step: {
    at: 'GET /v1/agents/jobs/:job_id/steps/:seq/',
    summary: 'Retrieve a step of a job',
    description:
      'Returns the request of the step (prompt, tool input, request), its result (answer, tool calls, response) and earlier tries. Secrets are removed and long texts are cut.',
    responses: { 200: StepDetail },
  },
  status: {
    at: 'GET /v1/agents/jobs/:job_id/status/',
    summary: 'Status of a job',
    description: 'Returns the status and the time of its latest change. You can poll it every second.',
    responses: { 200: JobStatusView },
  },
  result: {
    at: 'GET /v1/agents/jobs/:job_id/result/',
    summary: 'Result of a job',
    description: 'The outputs are empty until the job ends.',
    responses: { 200: JobResultView },
  },
  events: {
    at: 'GET /v1/agents/jobs/:job_id/events/',
    summary: 'Follow a job as server-sent events',
    description:
      'Sends the events `status`, `waiting`, `step` and `progress`, the words of models as `delta` and `restart`, then `end`. `Last-Event-ID` resumes the stream, which ends with the job.',
    headers: EventHeaders,
    responses: {
      200: JsonStream('text/event-stream', 'The events.', EventData),
      204: null,
    },
  },
  statuses: {
    at: 'POST /v1/agents/jobs/statuses/',
    summary: 'Status of many jobs',
    description: 'Returns one element per id, in the order of the request. An unknown id has nulls.',
    role: 'viewer',
    body: JobIdsBody,
    responses: { 200: Type.Array(BulkStatus) },
  },
  results: {
    at: 'POST /v1/agents/jobs/results/',
    summary: 'Results of many jobs',
    description: 'Returns up to 1000 jobs in the order of the ids. For an unknown id, every other field is null.',
    role: 'viewer',
    body: JobIdsBody,
    responses: { 200: Type.Array(BulkResult) },
  },
  ofAgent: {
    at: 'GET /v1/agents/:agent_id/jobs/',
    summary: 'List jobs of an agent',
    description: 'Lists the jobs in pages, newest first by default. You can filter and sort.',
    query: JobListQuery,
    responses: { 200: JobPage },
  },
  cancel: {
    at: 'POST /v1/agents/jobs/:job_id/cancel/',
    summary: 'Cancel a job',
    description: 'Cancels a job that is not final. A final job does not change.',
    responses: { 204: null },
  },
  cancelAll: {
    at: 'POST /v1/agents/:agent_id/jobs/cancel-all/',
    summary: 'Cancel all jobs of an agent',
    description: 'Cancels waiting jobs immediately and stops running jobs. The response has their number.',
    responses: { 200: CancelledAll },
  },
  retry: {
    at: 'POST /v1/agents/jobs/:job_id/retry/',
    content: 'rows',
    summary: 'Run a finished job again',
    description:
      'Creates a new job with the same inputs and metadata. You can change inputs, version or model, or start from a step of the job.',
    body: RetryBody,
    responses: { 201: Uuid },
    errors: ['job_not_final', 'invalid_request', 'invalid_inputs', 'insufficient_credits', 'organization_paused'],
  },
  deleteData: {
    at: 'POST /v1/agents/jobs/:job_id/delete-data/',
    summary: 'Delete the data of a job',
    description:
      'Removes inputs, outputs, steps, artifacts and references. The job itself stays with its status and metadata. The response has a signed certificate. 409 while the job is on hold.',
    responses: { 200: DeletedData },
    errors: ['job_not_final', 'conflict', 'unavailable'],
  },
  list: {
    at: 'GET /v1/agents/jobs/',
    summary: 'List jobs of all agents',
    description:
      'Lists jobs newest first, with a cursor. With filters, a page searches at most 20,000 jobs. It may be short; continue with `next_cursor`.',
    query: AllJobsQuery,
    responses: { 200: AllJobsPage },
  },
  facets: {
    at: 'GET /v1/agents/jobs/facets/',
    summary: 'Distribution of jobs',
    description:
      'Returns counts by status, agent, version, verdict and review of the newest 20,000 jobs, with the same filters as the list.',
    query: JobFacetsQuery,
    responses: { 200: JobFacets },
  },
  summary: {
    at: 'GET /v1/agents/jobs/summary/',
    summary: 'Number, cost and times of jobs',
    description:
      'Returns how many jobs match the filters, their cost and their distribution over time. Searches for about 1.5 seconds; `complete` is false if there are more jobs.',
    query: JobSummaryQuery,
    responses: { 200: JobSummary },
  },
  errors: {
    at: 'GET /v1/agents/jobs/errors/',
    summary: 'Failures by cause',
    description:
      'Groups the failed jobs of a period by error code, with their number, first and last occurrence, cause and remedy.',
    query: JobErrorsQuery,
    responses: { 200: JobErrors },
  },
  suggestions: {
    at: 'GET /v1/agents/jobs/suggestions/',
    summary: 'Completions of a job query',
    description:
      'Suggests fields and existing values: agents, versions, models, metadata, inputs and outputs of recent jobs.',
    query: JobSuggestionsQuery,
    responses: { 200: JobSuggestions },
  },
  artifacts: {
    at: 'GET /v1/agents/jobs/:job_id/artifacts/',
    summary: 'Artifacts and references of a job',
    description:
      'Lists artifacts (evidence, prompts, answers) and references (saved pages, images) with SHA-256, size, source, step and time, oldest first.',
    responses: { 200: JobContents },
  },
  artifact: {
    at: 'GET /v1/agents/jobs/:job_id/artifacts/result/',
    summary: 'Download an artifact of a job',
    description: 'Returns evidence that a job stored with its outputs, such as pages or model answers.',
    query: ArtifactQuery,
    responses: { 200: ArtifactResult },
    errors: ['invalid_request'],
  },
  evidence: {
    at: 'GET /v1/agents/jobs/:job_id/evidence/',
    summary: 'Show the evidence of a value or finding',
    description:
      'Returns the page, text, table or web page that the job read, with the box, passage or cell to highlight. Name a `field` of the result, or a `file` with a `quote`. Without either, you get the evidence of the first value.',
    query: EvidenceQuery,
    responses: { 200: EvidenceView },
  },
  reference: {
    at: 'GET /v1/agents/jobs/:job_id/references/:resource_id/',
    summary: 'Download a saved page or file',
    description: 'Returns what the job read, as it was at that time: complete, or as a single `Range`.',
    textParams: ['resource_id'],
    query: ReferenceQuery,
    headers: RangeHeaders,
    responses: { 200: FileContent, 206: FileContent },
    errors: ['invalid_inputs', 'range_not_satisfiable', 'content_lost', 'storage_failed'],
  },
});
