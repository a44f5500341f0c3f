// Made from packages/contract by `npm run generate`. Change the contract, not this file.

import type { CallOptions } from '../../transport/options.ts';
import type {
  LinkAnswer,
  LinkBody,
  LinkedAgent,
  TestAnswer,
  Webhook,
  WebhookCreateBody,
  WebhookReplaceBody,
  WebhookUpdateBody,
} from '../types/webhooks.ts';

export interface WebhooksCalls {
  /**
   * List webhooks. All webhooks of the organization, newest first, with the outcome of their last deliveries.
   */
  list(options?: CallOptions): Promise<Webhook[]>;
  /**
   * Create a webhook. Without a secret one is generated. It fires for the agents that it is linked to: `agent_ids`
   * links at once.
   */
  create(body: WebhookCreateBody, options?: CallOptions): Promise<Webhook>;
  /** Retrieve a webhook. The webhook with its settings and the outcome of its last deliveries. */
  get(webhookId: string, options?: CallOptions): Promise<Webhook>;
  /**
   * Replace the settings of a webhook. What is not given, or null, stays as it is. Setting is_active to true
   * switches on again what the service switched off; a new url or secret counts from the next attempt.
   */
  replace(webhookId: string, body: WebhookReplaceBody, options?: CallOptions): Promise<Webhook>;
  /**
   * Update a webhook. What is not given, or null, stays as it is. Setting is_active to true switches on again what
   * the service switched off; a new url or secret counts from the next attempt.
   */
  update(webhookId: string, body?: WebhookUpdateBody, options?: CallOptions): Promise<Webhook>;
  /** Delete a webhook. Refused while it is linked to an agent. Deletes its deliveries too. */
  delete(webhookId: string, options?: CallOptions): Promise<void>;
  /**
   * Rotate the secret. For 24 hours each delivery carries a signature of the new secret and one of every secret
   * that it replaced in that time.
   */
  rotateSecret(webhookId: string, options?: CallOptions): Promise<Webhook>;
  /** Agents that a webhook is linked to. Id and name of every agent whose jobs are reported to it. */
  agents(webhookId: string, options?: CallOptions): Promise<LinkedAgent[]>;
  /**
   * Link a webhook to agents. Jobs of these agents that end from now on are reported to it. Either all are linked
   * or none.
   */
  link(webhookId: string, body: LinkBody, options?: CallOptions): Promise<LinkAnswer>;
  /**
   * Unlink a webhook from an agent. Jobs of the agent that end from now on are not reported to it any more.
   */
  unlink(webhookId: string, agentId: string, options?: CallOptions): Promise<void>;
  /** Webhooks of an agent. Every webhook that receives the events of this agent’s jobs. */
  ofAgent(agentId: string, options?: CallOptions): Promise<Webhook[]>;
  /**
   * Test a webhook. Posts an example event at once and reports the outcome. No job runs; the webhook may be off.
   */
  test(agentId: string, webhookId: string, options?: CallOptions): Promise<TestAnswer>;
}
