import { Type } from 'typebox';
import { defineOperations } from '../operation.ts';

const Message = Type.Record(Type.String(), Type.Unknown(), {
  $id: 'McpMessage',
  description: 'A JSON-RPC 2.0 message of the Model Context Protocol.',
  examples: [{ jsonrpc: '2.0', id: 1, method: 'tools/list' }],
});

export const mcp = defineOperations('Doors', {
  call: {
    at: 'POST /mcp/',
    content: 'text',
    role: 'viewer',
    summary: 'Agents as tools of the Model Context Protocol',
    description:
      'Streamable HTTP without sessions. Every agent is a tool. A tool call runs a job and waits for it. Connect a client to this address with the API key as a bearer token.',
    body: Message,
    responses: { 200: Message, 400: Message },
  },
  knowledge: {
    at: 'POST /mcp/knowledge-base/:knowledge_base_id/',
    content: 'text',
    role: 'viewer',
    summary: 'A knowledge base over the Model Context Protocol',
    description:
      'Read-only: typologies as resources, and tools that list and show them. Available once the knowledge base is finalized with `mcp_enabled`.',
    body: Message,
    responses: { 200: Message, 400: Message },
  },
});
