import type { Requester } from './request.ts';

export type Outcomes = { succeeded: number; failed: number; cancelled: number; cost: number };

export type AgentActivity = Outcomes & {
  agent_id: string;
  p50_ms: number | null;
  p95_ms: number | null;
  in_flight: number;
  last_status: number | null;
};

export type ActivityBucket = Outcomes & { agent_id: string; at: string };

export type Activity = {
  from: string;
  to: string;
  bucket_seconds: number;
  complete: boolean;
  totals: Outcomes & { p50_ms: number | null; p95_ms: number | null; in_flight: number };
  agents: AgentActivity[];
  buckets: ActivityBucket[];
};

export type ActivityFilter = {
  hours?: number | undefined;
  /** Instead of hours. */
  created_from?: string | undefined;
  created_to?: string | undefined;
  bucket_seconds?: number | undefined;
  agent_id?: string[] | undefined;
};

export type VersionFigures = Outcomes & { agent_version_id: string; p50_ms: number | null; p95_ms: number | null };
export type VersionActivity = { from: string; to: string; complete: boolean; versions: VersionFigures[] };

export function createActivity(request: Requester) {
  return {
    get: (filter: ActivityFilter = {}, signal?: AbortSignal) =>
      request<Activity>('GET', '/v1/agents/activity/', { query: filter, signal }),
    /** By version, of the last 30 days unless told otherwise. */
    ofVersions: (agentId: string, filter: { hours?: number } = {}, signal?: AbortSignal) =>
      request<VersionActivity>('GET', `/v1/agents/${encodeURIComponent(agentId)}/activity/`, { query: filter, signal }),
  };
}
