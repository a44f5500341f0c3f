import type { JobStatusName, OutputItem } from './jobs.ts';
import type { Requester } from './request.ts';
import type { JsonObject, Page, PageOptions } from './values.ts';

export type Batch = {
  id: string;
  agent_id: string;
  name: string;
  total: number;
  counts: Record<JobStatusName, number>;
  cost: number;
  max_cost: number | null;
  created_at: string;
  finished_at: string | null;
  eta_seconds: number | null;
};

export type NewBatch = {
  inputs: JsonObject[];
  name?: string | undefined;
  metadata?: JsonObject | undefined;
  max_cost?: number | undefined;
  agent_version_id?: string | undefined;
};

export type BatchResult = {
  index: number;
  job_id: string;
  status: number;
  outputs: OutputItem[] | null;
  error_message: string | null;
};

export function createBatches(request: Requester) {
  const path = (id: string) => `/v1/agents/batches/${encodeURIComponent(id)}/`;
  return {
    list: (paging: PageOptions = {}, signal?: AbortSignal) =>
      request<Page<Batch>>('GET', '/v1/agents/batches/', { query: paging, signal }),
    get: (id: string, signal?: AbortSignal) => request<Batch>('GET', path(id), { signal }),
    create: (agentId: string, batch: NewBatch, idempotencyKey?: string) =>
      request<Batch>('POST', `/v1/agents/run/${encodeURIComponent(agentId)}/batches/`, {
        body: batch,
        ...(idempotencyKey !== undefined && { headers: { 'idempotency-key': idempotencyKey } }),
      }),
    cancel: (id: string) => request<Batch>('POST', `${path(id)}cancel/`),
    retryFailed: (id: string) => request<Batch>('POST', `${path(id)}retry-failed/`),
    /** In the order of the rows. */
    async results(id: string, signal?: AbortSignal): Promise<BatchResult[]> {
      const response = await request.raw('GET', `${path(id)}results/`, { signal });
      const lines = (await response.text()).split('\n').filter((line) => line !== '');
      return lines.map((line) => JSON.parse(line) as BatchResult);
    },
  };
}
