// Made from packages/contract by `npm run generate`. Change the contract, not this file.

import type { CallOptions } from '../../transport/options.ts';

export interface DoorsCalls {
  /** Where else an agent can be called. Its name as an MCP tool, and its addresses for other agents. */
  get(
    agentId: string,
    options?: CallOptions,
  ): Promise<{
    mcp: {
      /** Where MCP clients connect. */
      url: string;
      /** The name of the agent as a tool. */
      tool: string;
    };
    a2a: {
      /** Where other agents send their messages. */
      url: string;
      /** Its agent card. */
      card_url: string;
      /** Whether the card is shown without a credential. */
      is_public: boolean;
    };
  }>;
}
