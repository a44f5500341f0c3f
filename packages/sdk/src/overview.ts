import { ErrandError } from './errors.ts';
import type { JobFacts, JobListItem } from './jobs.ts';
import type { Requester } from './request.ts';

// Across agents: the jobs of an organization, what they used, and whether all is well.

export type AnyJob = JobListItem & JobFacts & { agent_name: string };

export type AllJobsFilter = {
  page_size?: number | undefined;
  cursor?: string | undefined;
  after?: string | undefined;
  created_from?: string | undefined;
  created_to?: string | undefined;
  status_code?: string | undefined;
  ids?: readonly string[] | undefined;
  agent_id?: readonly string[] | undefined;
  agent_version_id?: string | undefined;
  version_name?: string | undefined;
  batch_id?: string | undefined;
  policy_version_id?: string | undefined;
  job_id?: string | undefined;
  job_inputs?: string | undefined;
  metadata?: string | undefined;
  exclude_metadata?: string | undefined;
  search?: string | undefined;
  verdict?: string | undefined;
  review_status?: string | undefined;
  cost_min?: number | undefined;
  cost_max?: number | undefined;
};

export type AllJobsPage = {
  results: AnyJob[];
  /** null: there are no older jobs. */
  next_cursor: string | null;
  /** How far back a page with filters looked; null: all the way, or the page is full. */
  searched_to: string | null;
  total: number | null;
};

export type Facet = { value: string; label: string; count: number };
export type JobFacets = {
  counted: number;
  /** Older jobs were not looked at; null: all were. */
  searched_to: string | null;
  status: Facet[];
  agent: Facet[];
  version: Facet[];
  verdict: Facet[];
  review: Facet[];
};

export type UsageRow = {
  starts_at: string;
  agent_id: string;
  agent_name: string;
  jobs: number;
  succeeded: number;
  cached: number;
  failed: number;
  cancelled: number;
  cost: number;
  input_tokens: number;
  output_tokens: number;
  duration_p50_ms: number | null;
  duration_p95_ms: number | null;
};

export type Usage = {
  bucket: 'hour' | 'day';
  created_from: string;
  created_to: string;
  counted_from: string | null;
  results: UsageRow[];
};

export type Finding = { name: string; ok: boolean; detail: string; fix: string | null };
export type HealthReport = {
  version: string;
  checked_at: string;
  organization: Finding[];
  installation: Finding[] | null;
};
export type Readiness = { status: string; checks: Record<string, string> };

export function createOverview(request: Requester) {
  const path = (organizationId: string) => `/v1/organizations/${encodeURIComponent(organizationId)}/`;
  return {
    jobs: (filter: AllJobsFilter = {}, signal?: AbortSignal) =>
      request<AllJobsPage>('GET', '/v1/agents/jobs/', { query: filter, signal }),
    /** How the jobs that fit a filter are spread. */
    facets: (filter: Omit<AllJobsFilter, 'page_size' | 'cursor' | 'after' | 'ids'> = {}, signal?: AbortSignal) =>
      request<JobFacets>('GET', '/v1/agents/jobs/facets/', { query: filter, signal }),
    usage: (
      organizationId: string,
      query: { bucket?: 'hour' | 'day'; created_from?: string; created_to?: string } = {},
      signal?: AbortSignal,
    ) => request<Usage>('GET', `${path(organizationId)}usage/`, { query, signal }),
    health: (organizationId: string, signal?: AbortSignal) =>
      request<HealthReport>('GET', `${path(organizationId)}health/`, { signal }),
    /** What a load balancer sees. An answer that says "not ready" is an answer too. */
    async readiness(signal?: AbortSignal): Promise<Readiness> {
      try {
        return await request<Readiness>('GET', '/ready/', { signal });
      } catch (error) {
        if (error instanceof ErrandError && error.status === 503) return error.body as Readiness;
        throw error;
      }
    },
  };
}
