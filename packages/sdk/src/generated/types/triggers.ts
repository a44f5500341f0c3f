// Made from packages/contract by `npm run generate`. Change the contract, not this file.

import type { Page } from './values.ts';

export type HookAnswer = {
  job_id: string | null;
  /** The alert, if it went to a case queue. */
  case_alert_id?: string;
  /** Why nothing was started or sent. */
  skipped?: 'condition' | 'disabled';
};

export type Trigger = {
  id: string;
  name: string;
  /** A request to an address, a new object in a bucket, or the end of another agent’s job. */
  kind: 'http' | 'storage' | 'agent';
  /** The agent that it runs. */
  agent_id: string | null;
  agent_version_id: string | null;
  /** The case queue that it sends alerts to. */
  case_queue_id: string | null;
  mapping: Record<string, unknown>;
  /** All conditions must be true. Otherwise the event starts no job. */
  condition: TriggerCondition[] | null;
  enabled: boolean;
  /** Why the service turned it off. */
  disabled_reason: string | null;
  /**
   * For kind http: the address that accepts events. Anyone who knows it can send events. Viewers do not see it.
   */
  url: string | null;
  verify: TriggerVerify | null;
  id_header: string | null;
  source_agent_id: string | null;
  /** How the job of the other agent ended. Default: succeeded. */
  statuses: ('succeeded' | 'failed' | 'cancelled')[] | null;
  connection_id: string | null;
  prefix: string | null;
  last_run: TriggerRun | null;
  /** User id. */
  created_by: number | null;
  created_at: string;
  updated_at: string;
};

export type TriggerCondition = {
  /** JSON pointer into the event. */
  path: string;
  op: 'equals' | 'not_equals' | 'in' | 'contains' | 'exists' | 'gt' | 'lt';
  /** The value to compare with. For `exists`: true or false. */
  value?: unknown;
};

export type TriggerCreateBody = {
  name: string;
  /** A request to an address, a new object in a bucket, or the end of another agent’s job. */
  kind: 'http' | 'storage' | 'agent';
  /** The agent to run. */
  agent_id?: string | null;
  /** Instead of agent_id: the case queue to send an alert to. */
  case_queue_id?: string | null;
  agent_version_id?: string | null;
  /**
   * Inputs of the run by key, or members of the case alert (`subject`, `rule`, `amount`, …). `${event.…}` inserts
   * a value of the event: `body`, `headers` and `query` of a request, `key`, `size`, `etag` and `url` of an
   * object, or the webhook payload of a job.
   */
  mapping?: Record<string, unknown>;
  /** All conditions must be true. Otherwise the event starts no job. */
  condition?: TriggerCondition[] | null;
  enabled?: boolean;
  verify?: {
    /**
     * `standard_webhooks`: headers webhook-id, webhook-timestamp and webhook-signature, not older than five minutes.
     * `hmac_sha256`: HMAC-SHA256 of the body in hex or base64, in `header` after `prefix`.
     */
    kind: 'none' | 'standard_webhooks' | 'hmac_sha256';
    /** `********` keeps the current secret. */
    secret?: string | null;
    header?: string | null;
    prefix?: string | null;
  } | null;
  id_header?: string | null;
  source_agent_id?: string | null;
  /** How the job of the other agent ended. Default: succeeded. */
  statuses?: ('succeeded' | 'failed' | 'cancelled')[] | null;
  connection_id?: string | null;
  prefix?: string | null;
};

export type TriggerListQuery = {
  /** A request to an address, a new object in a bucket, or the end of another agent’s job. */
  kind?: 'http' | 'storage' | 'agent';
  /** Only triggers that run this agent. */
  agent_id?: string;
  /** Filters by whether they are enabled. */
  enabled?: 'true' | 'false';
  /** Part of the name. */
  search?: string;
  /** From 1. */
  page?: string;
  /** Default: 20. At most 100 unless the operator sets another limit. */
  page_size?: string;
};

export type TriggerPage = Page<Trigger>;

export type TriggerRun = {
  id: string;
  at: string;
  /** Id that the sender gave the event. */
  delivery_id: string | null;
  source_job_id: string | null;
  /** Number of trigger jobs in the chain, including this one. */
  hops: number;
  job_id: string | null;
  case_alert_id: string | null;
  outcome: 'started' | 'skipped' | 'failed' | 'waiting';
  /** Why nothing was started or sent. */
  reason: string | null;
};

export type TriggerRunPage = Page<TriggerRun>;

export type TriggerTestAnswer = {
  /** Whether such an event would start a job or send an alert. */
  starts: boolean;
  condition: {
    holds: boolean;
    failed: {
      path: string;
      op: string;
      value: unknown;
      found: unknown;
    }[];
  };
  inputs: Record<string, unknown>;
  problems: string[];
};

export type TriggerTestBody = {
  /** A sample event in the form that templates use. */
  event: Record<string, unknown>;
};

export type TriggerUpdateBody = Omit<TriggerCreateBody, 'name' | 'kind'> & {
  name?: string;
  /** A request to an address, a new object in a bucket, or the end of another agent’s job. */
  kind?: 'http' | 'storage' | 'agent';
};

export type TriggerVerify = {
  /**
   * `standard_webhooks`: headers webhook-id, webhook-timestamp and webhook-signature, not older than five minutes.
   * `hmac_sha256`: HMAC-SHA256 of the body in hex or base64, in `header` after `prefix`.
   */
  kind: 'none' | 'standard_webhooks' | 'hmac_sha256';
  /** `********` if a secret is set. The secret is never shown. */
  secret: string | null;
  header: string | null;
  prefix: string | null;
};
