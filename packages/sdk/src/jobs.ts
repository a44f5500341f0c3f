import type { InputDefinition } from './agents.ts';
import { type JobEvent, readEvents } from './events.ts';
import type { Requester } from './request.ts';
import type { Creator, JsonObject, Page, PageOptions } from './values.ts';
import type { Delivery } from './webhooks.ts';

export const jobStatuses = ['pending', 'started', 'retry', 'success', 'failure', 'cancelled', 'cached'] as const;
export type JobStatusName = (typeof jobStatuses)[number];

/** Codes 3 to 6 never change any more. */
export const isFinalStatus = (code: number): boolean => code >= 3;

export type OutputItem = { key: string; data_type: string; value: string; description: string; cost: number };

export type StatusEvent = { timestamp: string; status_code: number; error_message?: string };

export type JobInput = Pick<InputDefinition, 'key' | 'description' | 'data_type'> & {
  value: string;
  file_name?: string;
};

type JobBase = {
  id: string;
  agent_version_name: string | null;
  status_events: StatusEvent[];
  status_code: number;
  created_at: string;
  last_updated_at: string;
  duration_ms: number | null;
  job_inputs: JobInput[];
  ui_fields: unknown;
  evaluation: JsonObject | null;
  feedback_review: JsonObject | null;
  creator: Creator | null;
};

export type JobListItem = JobBase & { metadata: Record<string, string> };

export type JobDelivery = Delivery & { webhook_name: string };

export type JobStep = {
  key: string;
  kind: string;
  name: string;
  model: string | null;
  status: string;
  started_at: string;
  duration_ms: number;
  input_tokens: number | null;
  output_tokens: number | null;
  cost: number;
  artifact_key: string | null;
  error: string | null;
};

/** Where a job came from and what it used. */
export type JobFacts = {
  agent_id: string;
  agent_version_id: string;
  cost: number;
  input_tokens: number | null;
  output_tokens: number | null;
  error_message: string | null;
  attempt: number;
  origin: string;
  batch_id: string | null;
  retried_from: string | null;
};

export type Job = JobBase &
  JobFacts & {
    metadata: JsonObject;
    outputs: OutputItem[];
    policy_version_id: string | null;
    /** Jobs that ran this one again, newest first. */
    retried_as: string[];
    /** When a job that is to be tried again is due. */
    next_attempt_at: string | null;
    cache: { hit: boolean; reason: string };
    steps: JobStep[];
  };

export type BulkResult = {
  id: string;
  status: number | null;
  result: OutputItem[] | null;
  agent_id: string | null;
  agent_version_id: string | null;
  cost: number | null;
  inputs: { key: string; value: string; data_type: string }[] | null;
  input_tokens: number | null;
  output_tokens: number | null;
};

export type JobFilter = PageOptions & {
  limit?: number | undefined;
  created_from?: string | undefined;
  created_to?: string | undefined;
  status_code?: string | undefined;
  version_name?: string | undefined;
  job_id?: string | undefined;
  job_inputs?: string | undefined;
  metadata?: string | undefined;
  exclude_metadata?: string | undefined;
  search?: string | undefined;
  verdict?: string | undefined;
  ordering?: string | undefined;
};

export type DeletedData = {
  status: string;
  deleted_count: number;
  failed_count: number;
  artifacts_deleted_count: number;
  errors: string[] | null;
};

export function createJobs(request: Requester) {
  const path = (id: string) => `/v1/agents/jobs/${encodeURIComponent(id)}/`;
  return {
    ofAgent: (agentId: string, filter: JobFilter = {}, signal?: AbortSignal) =>
      request<Page<JobListItem>>('GET', `/v1/agents/${encodeURIComponent(agentId)}/jobs/`, { query: filter, signal }),
    get: (id: string, signal?: AbortSignal) => request<Job>('GET', path(id), { signal }),
    /** Of up to 1000 jobs at once, in the order of their ids. */
    results: (ids: readonly string[], signal?: AbortSignal) =>
      request<BulkResult[]>('POST', '/v1/agents/jobs/results/', { body: { job_ids: ids }, signal }),
    cancel: (id: string) => request<void>('POST', `${path(id)}cancel/`),
    /** Gives the id of the new job. */
    retry: (id: string, versionId?: string) =>
      request<string>('POST', `${path(id)}retry/`, { body: versionId ? { agent_version_id: versionId } : {} }),
    deleteData: (id: string) => request<DeletedData>('POST', `${path(id)}delete-data/`),
    cancelAll: (agentId: string) =>
      request<{ targeted_count: number; note: string }>(
        'POST',
        `/v1/agents/${encodeURIComponent(agentId)}/jobs/cancel-all/`,
      ),
    artifact: async (id: string, key: string, signal?: AbortSignal) =>
      (
        await request<{ result: unknown }>('GET', `${path(id)}artifacts/result/`, {
          query: { artifact_key: key },
          signal,
        })
      ).result,
    async reference(id: string, resourceId: string, signal?: AbortSignal): Promise<Blob> {
      const response = await request.raw('GET', `${path(id)}references/${encodeURIComponent(resourceId)}/`, { signal });
      return response.blob();
    },
    /** Whom the service told about the job, and how that went. */
    deliveries: (id: string, signal?: AbortSignal) =>
      request<JobDelivery[]>('GET', `${path(id)}webhook/deliveries/`, { signal }),
    resendWebhook: (id: string, webhookId?: string) =>
      request<{ status: string; queued: number }>('POST', `${path(id)}webhook/resend/`, {
        body: webhookId ? { webhook_id: webhookId } : {},
      }),
    /** What happens to a job until it is final. Comes back by itself when the connection breaks. */
    events: (id: string, signal?: AbortSignal): AsyncGenerator<JobEvent> =>
      readEvents(request, `${path(id)}events/`, signal),
  };
}
