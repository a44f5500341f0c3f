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
import { Uuid } from '../values.ts';

const tag = 'Jobs';

export const jobs = defineOperations({
  get: {
    method: 'GET',
    path: '/v1/agents/jobs/:job_id/',
    tag,
    summary: 'One job in full',
    description: 'Status, inputs, outputs, cost, why the cache was or was not used, and every recorded step.',
    responses: { 200: JobView },
  },
  step: {
    method: 'GET',
    path: '/v1/agents/jobs/:job_id/steps/:seq/',
    tag,
    summary: 'One step of a job in full',
    description:
      'What the step asked (prompt, tool input, request), what it got (answer, tool calls, response), and the tries before it. Secrets are taken out, long texts are cut.',
    responses: { 200: StepDetail },
  },
  status: {
    method: 'GET',
    path: '/v1/agents/jobs/:job_id/status/',
    tag,
    summary: 'Status of a job',
    description: 'The state and the time of its latest change: cheap enough to poll every second.',
    responses: { 200: JobStatusView },
  },
  result: {
    method: 'GET',
    path: '/v1/agents/jobs/:job_id/result/',
    tag,
    summary: 'Result of a job',
    description: 'Before the end of the job the outputs are empty.',
    responses: { 200: JobResultView },
  },
  events: {
    method: 'GET',
    path: '/v1/agents/jobs/:job_id/events/',
    tag,
    summary: 'Follow a job as server-sent events',
    description:
      'Events `status`, `waiting`, `step`, `progress`, then `end`. `Last-Event-ID` resumes; the stream ends with the job.',
    headers: EventHeaders,
    responses: {
      200: JsonStream('text/event-stream', 'The events.', EventData),
      204: null,
    },
  },
  statuses: {
    method: 'POST',
    path: '/v1/agents/jobs/statuses/',
    tag,
    summary: 'Status of many jobs',
    description: 'One element per id, in the order asked; an unknown id has nulls.',
    role: 'viewer',
    body: JobIdsBody,
    responses: { 200: Type.Array(BulkStatus) },
  },
  results: {
    method: 'POST',
    path: '/v1/agents/jobs/results/',
    tag,
    summary: 'Results of many jobs',
    description: 'Up to 1000 jobs in the order of the ids. An id that is unknown has null in every other member.',
    role: 'viewer',
    body: JobIdsBody,
    responses: { 200: Type.Array(BulkResult) },
  },
  ofAgent: {
    method: 'GET',
    path: '/v1/agents/:agent_id/jobs/',
    tag,
    summary: 'Jobs of an agent',
    description: 'Filtered, ordered and one page at a time; the newest come first.',
    query: JobListQuery,
    responses: { 200: JobPage },
  },
  cancel: {
    method: 'POST',
    path: '/v1/agents/jobs/:job_id/cancel/',
    tag,
    summary: 'Cancel a job',
    description: 'Works on jobs that are not final; on a final one it changes nothing.',
    responses: { 204: null },
  },
  cancelAll: {
    method: 'POST',
    path: '/v1/agents/:agent_id/jobs/cancel-all/',
    tag,
    summary: 'Cancel every job of an agent that is not final',
    description: 'Waiting jobs are cancelled at once, running ones are stopped. The response counts them.',
    responses: { 200: CancelledAll },
  },
  retry: {
    method: 'POST',
    path: '/v1/agents/jobs/:job_id/retry/',
    tag,
    summary: 'Run a finished job again',
    description:
      'Creates a new job with the same inputs and metadata: as it was, or with other inputs, another version or model, or from one of its steps on.',
    body: RetryBody,
    responses: { 201: Uuid },
    errors: ['job_not_final', 'invalid_request', 'invalid_inputs', 'insufficient_credits', 'organization_paused'],
  },
  deleteData: {
    method: 'POST',
    path: '/v1/agents/jobs/:job_id/delete-data/',
    tag,
    summary: 'Delete the data of a job',
    description:
      'Removes inputs, outputs, steps, artifacts and references; the job itself stays with its status and metadata. The answer has a signed certificate; 409 while the job is held.',
    responses: { 200: DeletedData },
    errors: ['job_not_final', 'conflict', 'unavailable'],
  },
  list: {
    method: 'GET',
    path: '/v1/agents/jobs/',
    tag,
    summary: 'Jobs of all agents',
    description:
      'Newest first, by cursor. With filters a page searches at most 20,000 jobs: it may be short and continue with `next_cursor`.',
    query: AllJobsQuery,
    responses: { 200: AllJobsPage },
  },
  facets: {
    method: 'GET',
    path: '/v1/agents/jobs/facets/',
    tag,
    summary: 'Distribution of jobs',
    description:
      'Counts by status, agent, version, verdict and review of the newest 20,000 jobs, with the same filters.',
    query: JobFacetsQuery,
    responses: { 200: JobFacets },
  },
  summary: {
    method: 'GET',
    path: '/v1/agents/jobs/summary/',
    tag,
    summary: 'Number, cost and times of jobs',
    description:
      'How many jobs match the filters, what they cost, and how they spread over time. Looks at jobs for about 1.5 seconds; `complete` is false if there are more.',
    query: JobSummaryQuery,
    responses: { 200: JobSummary },
  },
  errors: {
    method: 'GET',
    path: '/v1/agents/jobs/errors/',
    tag,
    summary: 'Failures by their cause',
    description: 'Failed jobs of a period grouped by error code: how many, first and last seen, cause and remedy.',
    query: JobErrorsQuery,
    responses: { 200: JobErrors },
  },
  suggestions: {
    method: 'GET',
    path: '/v1/agents/jobs/suggestions/',
    tag,
    summary: 'Completions of a job query',
    description:
      'Fields, and values that exist: agents, versions, models, metadata, inputs and outputs of recent jobs.',
    query: JobSuggestionsQuery,
    responses: { 200: JobSuggestions },
  },
  artifacts: {
    method: 'GET',
    path: '/v1/agents/jobs/:job_id/artifacts/',
    tag,
    summary: 'Artifacts and references of a job',
    description:
      'Artifacts (evidence, prompts, answers) and references (saved pages, pictures) with their SHA-256, size, source, step and time, oldest first.',
    responses: { 200: JobContents },
  },
  artifact: {
    method: 'GET',
    path: '/v1/agents/jobs/:job_id/artifacts/result/',
    tag,
    summary: 'Content of an artifact that an output names',
    description: 'Evidence that a job kept beside its outputs, such as pages or the answers of a model.',
    query: ArtifactQuery,
    responses: { 200: ArtifactResult },
    errors: ['invalid_request'],
  },
  evidence: {
    method: 'GET',
    path: '/v1/agents/jobs/:job_id/evidence/',
    tag,
    summary: 'The place that a value or a finding rests on',
    description:
      'The page, text, table or web page that the job read, with the box, the passage or the cell to mark. Name a `field` of the result, or a `file` with a `quote`; without both it is that of the first value.',
    query: EvidenceQuery,
    responses: { 200: EvidenceView },
  },
  reference: {
    method: 'GET',
    path: '/v1/agents/jobs/:job_id/references/:resource_id/',
    tag,
    summary: 'Download a saved page or file',
    description: 'What the job read, as it was then: whole, or one `Range` of it.',
    textParams: ['resource_id'],
    query: ReferenceQuery,
    headers: RangeHeaders,
    responses: { 200: FileContent, 206: FileContent },
    errors: ['invalid_inputs', 'range_not_satisfiable', 'content_lost', 'storage_failed'],
  },
});
