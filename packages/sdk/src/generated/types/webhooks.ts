// Made from packages/contract by `npm run generate`. Change the contract, not this file.

import type { Page } from './values.ts';

export type Delivery = {
  /** Also the `webhook-id` of every attempt. */
  id: string;
  webhook_id: string;
  agent_id: string;
  job_id: string | null;
  kind:
    | 'job'
    | 'test'
    | 'resend'
    | 'waiting'
    | 'review_due'
    | 'alert'
    | 'case.opened'
    | 'case.assigned'
    | 'case.due'
    | 'case.decided'
    | 'promotion.proposed'
    | 'promotion.decided';
  /** Attempts so far. */
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
  /** The first 4 KiB. */
  response_body: string | null;
  /** Null if the step was not reached or the connection was already open. */
  timing: {
    dns_ms: number | null;
    connect_ms: number | null;
    first_byte_ms: number | null;
    total_ms: number;
  };
  /**
   * address, dns, connection, tls, timeout, reset, protocol, too_large, redirect, status or internal. Null:
   * success.
   */
  failure: string | null;
  error: string | null;
};

export type DeliveryDetail = Delivery & {
  request: {
    method: string;
    url: string;
    /** Headers of the last attempt. Secrets are masked. */
    headers: Record<string, string>;
    /** The body of every attempt. Null after the data of the job was deleted. */
    body: string | null;
  } | null;
  /** Oldest first, at most the last 100. */
  attempts: DeliveryAttempt[];
};

export type DeliveryListQuery = {
  /** From 1. */
  page?: string;
  /** Default: 20. At most 100 unless the operator sets another limit. */
  page_size?: string;
  /** Only deliveries in this state. */
  status?: 'pending' | 'succeeded' | 'failed';
};

export type DeliveryPage = Page<Delivery>;

export type JobDelivery = Delivery & {
  webhook_name: string;
};

export type LinkAnswer = {
  agent_ids: string[];
};

export type LinkBody = {
  /** At most 10,000 unless the operator sets another limit. */
  agent_ids: string[];
};

export type LinkedAgent = {
  id: string;
  name: string;
};

export type RecoverAnswer = {
  queued: number;
};

export type RecoverBody = {
  since: string;
};

export type ResendAnswer = {
  /** `queued`, or `skipped` if there is no active webhook. */
  status: string;
  queued: number;
};

export type ResendBody = {
  webhook_id?: string | null;
};

export type TestAnswer = {
  success: boolean;
  status_code: number | null;
  message: string;
};

export type Webhook = {
  id: string;
  name: string;
  /** Where events are posted: http or https, on the public internet. */
  url: string;
  /** Stored as sent. */
  alerts: string[];
  /** Failed attempts since the last success. */
  failure_count: number;
  /** User id. */
  created_by: number | null;
  created_at: string;
  updated_at: string;
  /**
   * The signing key: `whsec_` followed by base64 of 24 to 64 bytes, or any other text (its UTF-8 bytes are the
   * key). Viewers see `***`.
   */
  secret: string;
  previous_secret_until: string | null;
  /** Sent with each delivery. */
  headers: Record<string, string>;
  /**
   * Events to send. Empty, `triggered` or `job_completed`: the end of a job. `waiting`: a job waits for a person
   * or an event. `review_due`: a review is overdue. `case.opened`, `case.assigned`, `case.due`, `case.decided`:
   * what happens to cases of the organization, whatever agents are linked. `promotion.proposed`,
   * `promotion.decided`: a version that a second person has to approve before it becomes current.
   */
  events: string[];
  is_active: boolean;
  /** Why the service turned it off. */
  disabled_reason: string | null;
  last_triggered_at: string | null;
  last_success_at: string | null;
  last_failure_at: string | null;
};

export type WebhookCreateBody = {
  name: string;
  /** Where events are posted: http or https, on the public internet. */
  url: string;
  /**
   * The signing key: `whsec_` followed by base64 of 24 to 64 bytes, or any other text (its UTF-8 bytes are the
   * key). Viewers see `***`.
   */
  secret?: string | null;
  /** Sent with each delivery. */
  headers?: Record<string, string> | null;
  /**
   * Events to send. Empty, `triggered` or `job_completed`: the end of a job. `waiting`: a job waits for a person
   * or an event. `review_due`: a review is overdue. `case.opened`, `case.assigned`, `case.due`, `case.decided`:
   * what happens to cases of the organization, whatever agents are linked. `promotion.proposed`,
   * `promotion.decided`: a version that a second person has to approve before it becomes current.
   */
  events?: string[] | null;
  /** Stored as sent. */
  alerts?: string[] | null;
  is_active?: boolean | null;
  /** Links the webhook to these agents on creation: all or none. */
  agent_ids?: string[] | null;
};

export type WebhookEvent = {
  timestamp: string;
  agent: LinkedAgent;
  agent_version: LinkedAgent;
  job: {
    id: string;
    status: 'succeeded' | 'failed' | 'waiting';
    /** 3, 4 or 6. 5 if the event of a cancelled job is resent. */
    status_code: number;
    cost: number;
    created_at: string;
    completed_at: string | null;
    /**
     * The value of the only output (parsed if it is JSON), or an object with all outputs by key. Null after a
     * failure.
     */
    output: unknown;
    metadata: Record<string, unknown>;
    /** Set after a failure. */
    error_message?: string;
    /** If true, the output was too large. Read the result of the job instead. */
    output_truncated?: boolean;
    /** If true, the metadata was too large. */
    metadata_truncated?: boolean;
  };
  organization: LinkedAgent;
};

export type WebhookReplaceBody = Omit<WebhookCreateBody, 'agent_ids'>;

export type WebhookUpdateBody = {
  name?: string;
  /** Where events are posted: http or https, on the public internet. */
  url?: string;
  /**
   * The signing key: `whsec_` followed by base64 of 24 to 64 bytes, or any other text (its UTF-8 bytes are the
   * key). Viewers see `***`.
   */
  secret?: string | null;
  /** Sent with each delivery. */
  headers?: Record<string, string> | null;
  /**
   * Events to send. Empty, `triggered` or `job_completed`: the end of a job. `waiting`: a job waits for a person
   * or an event. `review_due`: a review is overdue. `case.opened`, `case.assigned`, `case.due`, `case.decided`:
   * what happens to cases of the organization, whatever agents are linked. `promotion.proposed`,
   * `promotion.decided`: a version that a second person has to approve before it becomes current.
   */
  events?: string[] | null;
  /** Stored as sent. */
  alerts?: string[] | null;
  is_active?: boolean | null;
};
