import type { AgentsCalls } from './generated/calls/agents.ts';
import type { Calls } from './generated/calls/calls.ts';
import type { Agent } from './generated/types/agents.ts';
import type { CallOptions } from './transport/options.ts';

export interface AgentsClient extends Omit<AgentsCalls, 'duplicate'> {
  /** Returns the copy: a new agent with the settings of the current version. */
  duplicate(agentId: string, options?: CallOptions): Promise<Agent>;
}

export function createAgents({ agents }: Calls): AgentsClient {
  return {
    ...agents,
    duplicate: async (agentId, options) => (await agents.duplicate(agentId, options)).base_agent,
  };
}
