// Made from packages/contract by `npm run generate`. Change the contract, not this file.

import type { ServerEvent } from '../../transport/events.ts';
import type { CallOptions, KeyedOptions, QueryOf } from '../../transport/options.ts';
import type { PagedCall } from '../../transport/pages.ts';
import type { EvidenceQuery, EvidenceView } from '../types/evidence.ts';
import type { ArtifactQuery, ArtifactResult, JobContents, ReferenceQuery } from '../types/job-contents.ts';
import type { JobErrors, JobErrorsQuery } from '../types/job-errors.ts';
import type {
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
} from '../types/job-lists.ts';
import type { StepDetail } from '../types/job-steps.ts';
import type {
  BulkResult,
  BulkStatus,
  CancelledAll,
  DeletedData,
  JobIdsBody,
  JobResultView,
  JobStatusView,
  JobView,
  RetryBody,
} from '../types/jobs.ts';

export interface JobsCalls {
  /**
   * Retrieve a job. Returns status, inputs, outputs, cost, why the cache was or was not used, and every recorded
   * step.
   */
  get(jobId: string, options?: CallOptions): Promise<JobView>;
  /**
   * Retrieve a step of a job. Returns the request of the step (prompt, tool input, request), its result (answer,
   * tool calls, response) and earlier tries. Secrets are removed and long texts are cut.
   */
  step(jobId: string, seq: string | number, options?: CallOptions): Promise<StepDetail>;
  /** Status of a job. Returns the status and the time of its latest change. You can poll it every second. */
  status(jobId: string, options?: CallOptions): Promise<JobStatusView>;
  /** Result of a job. The outputs are empty until the job ends. */
  result(jobId: string, options?: CallOptions): Promise<JobResultView>;
  /**
   * Follow a job as server-sent events. Sends the events `status`, `waiting`, `step` and `progress`, the words of
   * models as `delta` and `restart`, then `end`. `Last-Event-ID` resumes the stream, which ends with the job.
   */
  events(jobId: string, options?: CallOptions): AsyncGenerator<ServerEvent>;
  /**
   * Status of many jobs. Returns one element per id, in the order of the request. An unknown id has nulls.
   */
  statuses(body: JobIdsBody, options?: CallOptions): Promise<BulkStatus[]>;
  /**
   * Results of many jobs. Returns up to 1000 jobs in the order of the ids. For an unknown id, every other field is
   * null.
   */
  results(body: JobIdsBody, options?: CallOptions): Promise<BulkResult[]>;
  /** List jobs of an agent. Lists the jobs in pages, newest first by default. You can filter and sort. */
  ofAgent: PagedCall<(agentId: string, query?: QueryOf<JobListQuery>, options?: CallOptions) => Promise<JobPage>>;
  /** Cancel a job. Cancels a job that is not final. A final job does not change. */
  cancel(jobId: string, options?: CallOptions): Promise<void>;
  /**
   * Cancel all jobs of an agent. Cancels waiting jobs immediately and stops running jobs. The response has their
   * number.
   */
  cancelAll(agentId: string, options?: CallOptions): Promise<CancelledAll>;
  /**
   * Run a finished job again. Creates a new job with the same inputs and metadata. You can change inputs, version
   * or model, or start from a step of the job.
   */
  retry(jobId: string, body?: RetryBody, options?: KeyedOptions): Promise<string>;
  /**
   * Delete the data of a job. Removes inputs, outputs, steps, artifacts and references. The job itself stays with
   * its status and metadata. The response has a signed certificate. 409 while the job is on hold.
   */
  deleteData(jobId: string, options?: CallOptions): Promise<DeletedData>;
  /**
   * List jobs of all agents. Lists jobs newest first, with a cursor. With filters, a page searches at most 20,000
   * jobs. It may be short; continue with `next_cursor`.
   */
  list: PagedCall<(query?: QueryOf<AllJobsQuery>, options?: CallOptions) => Promise<AllJobsPage>>;
  /**
   * Distribution of jobs. Returns counts by status, agent, version, verdict and review of the newest 20,000 jobs,
   * with the same filters as the list.
   */
  facets(query?: QueryOf<JobFacetsQuery>, options?: CallOptions): Promise<JobFacets>;
  /**
   * Number, cost and times of jobs. Returns how many jobs match the filters, their cost and their distribution
   * over time. Searches for about 1.5 seconds; `complete` is false if there are more jobs.
   */
  summary(query?: QueryOf<JobSummaryQuery>, options?: CallOptions): Promise<JobSummary>;
  /**
   * Failures by cause. Groups the failed jobs of a period by error code, with their number, first and last
   * occurrence, cause and remedy.
   */
  errors(query?: QueryOf<JobErrorsQuery>, options?: CallOptions): Promise<JobErrors>;
  /**
   * Completions of a job query. Suggests fields and existing values: agents, versions, models, metadata, inputs
   * and outputs of recent jobs.
   */
  suggestions(query?: QueryOf<JobSuggestionsQuery>, options?: CallOptions): Promise<JobSuggestions>;
  /**
   * Artifacts and references of a job. Lists artifacts (evidence, prompts, answers) and references (saved pages,
   * images) with SHA-256, size, source, step and time, oldest first.
   */
  artifacts(jobId: string, options?: CallOptions): Promise<JobContents>;
  /**
   * Download an artifact of a job. Returns evidence that a job stored with its outputs, such as pages or model
   * answers.
   */
  artifact(jobId: string, query: QueryOf<ArtifactQuery>, options?: CallOptions): Promise<ArtifactResult>;
  /**
   * Show the evidence of a value or finding. Returns the page, text, table or web page that the job read, with the
   * box, passage or cell to highlight. Name a `field` of the result, or a `file` with a `quote`. Without either,
   * you get the evidence of the first value.
   */
  evidence(jobId: string, query?: QueryOf<EvidenceQuery>, options?: CallOptions): Promise<EvidenceView>;
  /**
   * Download a saved page or file. Returns what the job read, as it was at that time: complete, or as a single
   * `Range`.
   */
  reference(
    jobId: string,
    resourceId: string | number,
    query?: QueryOf<ReferenceQuery>,
    options?: CallOptions,
  ): Promise<Blob>;
}
