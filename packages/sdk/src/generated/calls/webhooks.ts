// Made from packages/contract by `npm run generate`. Change the contract, not this file.

import type { CallOptions, KeyedOptions } from '../../transport/options.ts';
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
   * List webhooks. Lists the webhooks of the organization, newest first, with the outcome of their last
   * deliveries.
   */
  list(options?: CallOptions): Promise<Webhook[]>;
  /**
   * Create a webhook. If you send no secret, one is generated. The webhook receives events of the agents that it
   * is linked to. `agent_ids` links it on creation.
   */
  create(body: WebhookCreateBody, options?: KeyedOptions): Promise<Webhook>;
  /** Retrieve a webhook. Returns the webhook with its settings and the outcome of its last deliveries. */
  get(webhookId: string, options?: CallOptions): Promise<Webhook>;
  /**
   * Replace the settings of a webhook. Omitted or null fields stay unchanged. Set is_active to true to turn on a
   * webhook that the service turned off. A new url or secret applies from the next attempt.
   */
  replace(webhookId: string, body: WebhookReplaceBody, options?: CallOptions): Promise<Webhook>;
  /**
   * Update a webhook. Omitted or null fields stay unchanged. Set is_active to true to turn on a webhook that the
   * service turned off. A new url or secret applies from the next attempt.
   */
  update(webhookId: string, body?: WebhookUpdateBody, options?: CallOptions): Promise<Webhook>;
  /** Delete a webhook. Refused while it is linked to an agent. Also deletes its deliveries. */
  delete(webhookId: string, options?: CallOptions): Promise<void>;
  /**
   * Rotate the secret. For 24 hours, each delivery has a signature with the new secret and one with every secret
   * replaced in that time.
   */
  rotateSecret(webhookId: string, options?: CallOptions): Promise<Webhook>;
  /**
   * List the agents of a webhook. Lists the id and name of every agent whose jobs are reported to the webhook.
   */
  agents(webhookId: string, options?: CallOptions): Promise<LinkedAgent[]>;
  /**
   * Link a webhook to agents. The webhook receives events of jobs of these agents that end from now on. Either all
   * are linked or none.
   */
  link(webhookId: string, body: LinkBody, options?: KeyedOptions): Promise<LinkAnswer>;
  /** Unlink a webhook from an agent. The webhook no longer receives events of jobs of this agent. */
  unlink(webhookId: string, agentId: string, options?: CallOptions): Promise<void>;
  /** List the webhooks of an agent. Lists every webhook that receives events of jobs of this agent. */
  ofAgent(agentId: string, options?: CallOptions): Promise<Webhook[]>;
  /**
   * Test a webhook. Posts an example event immediately and returns the outcome. No job runs. This also works if
   * the webhook is turned off.
   */
  test(agentId: string, webhookId: string, options?: CallOptions): Promise<TestAnswer>;
}
