// Made from packages/contract by `npm run generate`. Change the contract, not this file.

import type { CallOptions } from '../../transport/options.ts';

export interface A2aCalls {
  /**
   * Agent card with every agent as a skill. With a credential: the agents of its organization. Without: the agents
   * of organizations with `public_agent_cards`.
   */
  rootCard(options?: CallOptions): Promise<Record<string, unknown>>;
  /** Agent card of one agent. Requires a credential unless the organization has `public_agent_cards`. */
  agentCard(agentId: string, options?: CallOptions): Promise<Record<string, unknown>>;
  /**
   * An agent through the Agent2Agent protocol. JSON-RPC: SendMessage, SendStreamingMessage, GetTask, ListTasks,
   * CancelTask, SubscribeToTask and the configuration of push notifications. A task is a job.
   */
  call(agentId: string, body?: Record<string, unknown>, options?: CallOptions): Promise<Record<string, unknown>>;
}
