// Made from packages/contract by `npm run generate`. Change the contract, not this file.

import type { ServerEvent } from '../../transport/events.ts';
import type { CallOptions, QueryOf } from '../../transport/options.ts';
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
   * One job in full. Status, inputs, outputs, cost, why the cache was or was not used, and every recorded step.
   */
  get(jobId: string, options?: CallOptions): Promise<JobView>;
  /**
   * One step of a job in full. What the step asked (prompt, tool input, request), what it got (answer, tool calls,
   * response), and the tries before it. Secrets are taken out, long texts are cut.
   */
  step(jobId: string, seq: string | number, options?: CallOptions): Promise<StepDetail>;
  /** Status of a job. The state and the time of its latest change: cheap enough to poll every second. */
  status(jobId: string, options?: CallOptions): Promise<JobStatusView>;
  /** Result of a job. Before the end of the job the outputs are empty. */
  result(jobId: string, options?: CallOptions): Promise<JobResultView>;
  /**
   * Follow a job as server-sent events. Events `status`, `waiting`, `step`, `progress`, then `end`.
   * `Last-Event-ID` resumes; the stream ends with the job.
   */
  events(jobId: string, options?: CallOptions): AsyncGenerator<ServerEvent>;
  /** Status of many jobs. One element per id, in the order asked; an unknown id has nulls. */
  statuses(body: JobIdsBody, options?: CallOptions): Promise<BulkStatus[]>;
  /**
   * Results of many jobs. Up to 1000 jobs in the order of the ids. An id that is unknown has null in every other
   * member.
   */
  results(body: JobIdsBody, options?: CallOptions): Promise<BulkResult[]>;
  /** Jobs of an agent. Filtered, ordered and one page at a time; the newest come first. */
  ofAgent: PagedCall<(agentId: string, query?: QueryOf<JobListQuery>, options?: CallOptions) => Promise<JobPage>>;
  /** Cancel a job. Works on jobs that are not final; on a final one it changes nothing. */
  cancel(jobId: string, options?: CallOptions): Promise<void>;
  /**
   * Cancel every job of an agent that is not final. Waiting jobs are cancelled at once, running ones are stopped.
   * The response counts them.
   */
  cancelAll(agentId: string, options?: CallOptions): Promise<CancelledAll>;
  /**
   * Run a finished job again. Creates a new job with the same inputs and metadata: as it was, or with other
   * inputs, another version or model, or from one of its steps on.
   */
  retry(jobId: string, body?: RetryBody, options?: CallOptions): Promise<string>;
  /**
   * Delete the data of a job. Removes inputs, outputs, steps, artifacts and references; the job itself stays with
   * its status and metadata. The answer has a signed certificate; 409 while the job is held.
   */
  deleteData(jobId: string, options?: CallOptions): Promise<DeletedData>;
  /**
   * Jobs of all agents. Newest first, by cursor. With filters a page searches at most 20,000 jobs: it may be short
   * and continue with `next_cursor`.
   */
  list: PagedCall<(query?: QueryOf<AllJobsQuery>, options?: CallOptions) => Promise<AllJobsPage>>;
  /**
   * Distribution of jobs. Counts by status, agent, version, verdict and review of the newest 20,000 jobs, with the
   * same filters.
   */
  facets(query?: QueryOf<JobFacetsQuery>, options?: CallOptions): Promise<JobFacets>;
  /**
   * Number, cost and times of jobs. How many jobs match the filters, what they cost, and how they spread over
   * time. Looks at jobs for about 1.5 seconds; `complete` is false if there are more.
   */
  summary(query?: QueryOf<JobSummaryQuery>, options?: CallOptions): Promise<JobSummary>;
  /**
   * Failures by their cause. Failed jobs of a period grouped by error code: how many, first and last seen, cause
   * and remedy.
   */
  errors(query?: QueryOf<JobErrorsQuery>, options?: CallOptions): Promise<JobErrors>;
  /**
   * Completions of a job query. Fields, and values that exist: agents, versions, models, metadata, inputs and
   * outputs of recent jobs.
   */
  suggestions(query?: QueryOf<JobSuggestionsQuery>, options?: CallOptions): Promise<JobSuggestions>;
  /**
   * Artifacts and references of a job. Artifacts (evidence, prompts, answers) and references (saved pages,
   * pictures) with their SHA-256, size, source, step and time, oldest first.
   */
  artifacts(jobId: string, options?: CallOptions): Promise<JobContents>;
  /**
   * Content of an artifact that an output names. Evidence that a job kept beside its outputs, such as pages or the
   * answers of a model.
   */
  artifact(jobId: string, query: QueryOf<ArtifactQuery>, options?: CallOptions): Promise<ArtifactResult>;
  /**
   * The place that a value or a finding rests on. The page, text, table or web page that the job read, with the
   * box, the passage or the cell to mark. Name a `field` of the result, or a `file` with a `quote`; without both
   * it is that of the first value.
   */
  evidence(jobId: string, query?: QueryOf<EvidenceQuery>, options?: CallOptions): Promise<EvidenceView>;
  /** Download a saved page or file. What the job read, as it was then: whole, or one `Range` of it. */
  reference(
    jobId: string,
    resourceId: string | number,
    query?: QueryOf<ReferenceQuery>,
    options?: CallOptions,
  ): Promise<Blob>;
}
