import type { OutputItem } from './jobs.ts';
import type { Requester } from './request.ts';
import type { JsonObject } from './values.ts';

export type RunRequest = {
  /** Text, an uploaded file's id or a URL by input key; several files as a list. */
  inputs: Record<string, string | string[]>;
  metadata?: JsonObject | undefined;
  timeout_seconds?: number | undefined;
  max_cost?: number | undefined;
};

export type RunOptions = {
  versionId?: string | undefined;
  skipCache?: boolean | undefined;
  /** Makes a repeated call give the first one's job. */
  idempotencyKey?: string | undefined;
  signal?: AbortSignal | undefined;
};

export type RunResult = { jobId: string; outputs: OutputItem[] };

export function createRuns(request: Requester) {
  const path = (agentId: string, versionId?: string) =>
    `/v1/agents/run/${encodeURIComponent(agentId)}/${versionId ? `versions/${encodeURIComponent(versionId)}/` : ''}`;
  return {
    /** Waits for the result. */
    async run(agentId: string, body: RunRequest, options: RunOptions = {}): Promise<RunResult> {
      const response = await request.raw('POST', path(agentId, options.versionId), sending(body, options));
      return { jobId: response.headers.get('x-agent-job-id') ?? '', outputs: (await response.json()) as OutputItem[] };
    },
    /** Gives the id of the job as soon as it is durable. */
    start: (agentId: string, body: RunRequest, options: RunOptions = {}) =>
      request<string>('POST', `${path(agentId, options.versionId)}async/`, sending(body, options)),
  };
}

function sending(body: RunRequest, { skipCache, idempotencyKey, signal }: RunOptions) {
  return {
    body,
    signal,
    headers: {
      ...(skipCache && { 'x-skip-cache': 'true' }),
      ...(idempotencyKey !== undefined && { 'idempotency-key': idempotencyKey }),
    },
  };
}
