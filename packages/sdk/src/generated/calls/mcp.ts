// Made from packages/contract by `npm run generate`. Change the contract, not this file.

import type { CallOptions } from '../../transport/options.ts';

export interface McpCalls {
  /**
   * Agents as tools of the Model Context Protocol. Streamable HTTP without sessions. Every agent is a tool. A tool
   * call runs a job and waits for it. Connect a client to this address with the API key as a bearer token.
   */
  call(body?: Record<string, unknown>, options?: CallOptions): Promise<Record<string, unknown>>;
  /**
   * A knowledge base over the Model Context Protocol. Read-only: typologies as resources, and tools that list and
   * show them. Available once the knowledge base is finalized with `mcp_enabled`.
   */
  knowledge(
    knowledgeBaseId: string,
    body?: Record<string, unknown>,
    options?: CallOptions,
  ): Promise<Record<string, unknown>>;
}
