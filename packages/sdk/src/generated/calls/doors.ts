// Made from packages/contract by `npm run generate`. Change the contract, not this file.

import type { CallOptions } from '../../transport/options.ts';

export interface DoorsCalls {
  /**
   * Addresses of an agent for MCP and A2A. Returns the tool name for MCP clients and the addresses for other
   * agents.
   */
  get(
    agentId: string,
    options?: CallOptions,
  ): Promise<{
    mcp: {
      /** Address for MCP clients. */
      url: string;
      /** Tool name of the agent. */
      tool: string;
    };
    a2a: {
      /** Address for messages from other agents. */
      url: string;
      /** Address of the agent card. */
      card_url: string;
      /** Whether the card can be read without a credential. */
      is_public: boolean;
    };
  }>;
}
