// Made from packages/contract by `npm run generate`. Change the contract, not this file.

import type { CallOptions } from '../../transport/options.ts';

export interface A2aCalls {
  /**
   * Agent card of the organization, with every agent as a skill. With a credential: the agents of its
   * organization. Without: the agents of organizations with `public_agent_cards`.
   */
  rootCard(options?: CallOptions): Promise<Record<string, unknown>>;
  /** Agent card of one agent. Requires a credential unless the organization has `public_agent_cards`. */
  agentCard(agentId: string, options?: CallOptions): Promise<Record<string, unknown>>;
  /**
   * An agent through the Agent2Agent protocol. JSON-RPC: SendMessage, SendStreamingMessage, GetTask, ListTasks,
   * CancelTask, SubscribeToTask and the configuration of push notifications. A task is a job.
   */
  call(agentId: string, body?: Record<string, unknown>, options?: CallOptions): Promise<Record<string, unknown>>;
  /**
   * All agents of the organization through the Agent2Agent protocol. The same methods. A message names the agent
   * by its slug as `metadata.skill`; without it, it is refused with the list of skills.
   */
  callOrganization(body?: Record<string, unknown>, options?: CallOptions): Promise<Record<string, unknown>>;
}
