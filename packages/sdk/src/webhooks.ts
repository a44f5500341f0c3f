import type { Requester } from './request.ts';
import type { Page, PageOptions } from './values.ts';

export type Webhook = {
  id: string;
  name: string;
  url: string;
  alerts: string[];
  failure_count: number;
  created_by: number | null;
  created_at: string;
  updated_at: string;
  secret: string;
  previous_secret_until: string | null;
  headers: Record<string, string>;
  events: string[];
  is_active: boolean;
  disabled_reason: string | null;
  last_triggered_at: string | null;
  last_success_at: string | null;
  last_failure_at: string | null;
};

export type WebhookChanges = {
  name?: string;
  url?: string;
  secret?: string | null;
  headers?: Record<string, string> | null;
  events?: string[] | null;
  is_active?: boolean | null;
};

export type Delivery = {
  id: string;
  webhook_id: string;
  agent_id: string;
  job_id: string | null;
  kind: 'job' | 'test' | 'resend';
  attempt: number;
  status: 'pending' | 'succeeded' | 'failed';
  response_status: number | null;
  error: string | null;
  next_attempt_at: string | null;
  created_at: string;
  delivered_at: string | null;
};

export type DeliveryAttempt = {
  attempt: number;
  at: string;
  url: string;
  request_headers: Record<string, string>;
  response_status: number | null;
  response_headers: Record<string, string> | null;
  response_body: string | null;
  timing: { dns_ms: number | null; connect_ms: number | null; first_byte_ms: number | null; total_ms: number };
  failure: string | null;
  error: string | null;
};

export type DeliveryDetail = Delivery & {
  request: { method: string; url: string; headers: Record<string, string>; body: string | null } | null;
  attempts: DeliveryAttempt[];
};

export function createWebhooks(request: Requester) {
  const path = (id: string) => `/v1/webhooks/${encodeURIComponent(id)}/`;
  return {
    list: (signal?: AbortSignal) => request<Webhook[]>('GET', '/v1/webhooks/', { signal }),
    get: (id: string, signal?: AbortSignal) => request<Webhook>('GET', path(id), { signal }),
    create: (webhook: WebhookChanges & { name: string; url: string }) =>
      request<Webhook>('POST', '/v1/webhooks/', { body: webhook }),
    update: (id: string, changes: WebhookChanges) => request<Webhook>('PATCH', path(id), { body: changes }),
    delete: (id: string) => request<void>('DELETE', path(id)),
    rotateSecret: (id: string) => request<Webhook>('POST', `${path(id)}rotate-secret/`),
    agents: (id: string, signal?: AbortSignal) =>
      request<{ id: string; name: string }[]>('GET', `${path(id)}agents/`, { signal }),
    link: (id: string, agentIds: string[]) =>
      request<{ agent_ids: string[] }>('POST', `${path(id)}agents/`, { body: { agent_ids: agentIds } }),
    unlink: (id: string, agentId: string) =>
      request<void>('DELETE', `${path(id)}agents/${encodeURIComponent(agentId)}/`),
    ofAgent: (agentId: string, signal?: AbortSignal) =>
      request<Webhook[]>('GET', `/v1/agents/${encodeURIComponent(agentId)}/webhooks/`, { signal }),
    test: (agentId: string, id: string) =>
      request<{ success: boolean; status_code: number | null; message: string }>(
        'POST',
        `/v1/agents/${encodeURIComponent(agentId)}/webhooks/${encodeURIComponent(id)}/test/`,
      ),
    deliveries: (id: string, filter: PageOptions & { status?: Delivery['status'] } = {}, signal?: AbortSignal) =>
      request<Page<Delivery>>('GET', `${path(id)}deliveries/`, { query: filter, signal }),
    delivery: (id: string, deliveryId: string, signal?: AbortSignal) =>
      request<DeliveryDetail>('GET', `${path(id)}deliveries/${encodeURIComponent(deliveryId)}/`, { signal }),
    resend: (id: string, deliveryId: string) =>
      request<Delivery>('POST', `${path(id)}deliveries/${encodeURIComponent(deliveryId)}/resend/`),
    recover: (id: string, since: string) =>
      request<{ queued: number }>('POST', `${path(id)}deliveries/recover/`, { body: { since } }),
  };
}
