import type { KnowledgeLens } from '@errand/contract/knowledge.ts';
import { type CallToolResult, ProtocolError, ProtocolErrorCode, Server, type Tool } from '@modelcontextprotocol/server';
import { refusal } from './show-job.ts';

// Serves one finished knowledge base as a read-only MCP server: its typologies as resources, and two tools.

const SCHEME = 'typology:///';

const tools: Tool[] = [
  {
    name: 'list_typologies',
    description: 'Lists the typologies of this knowledge base, with their relevance to the company and their tactics.',
    inputSchema: { type: 'object' as const, properties: {} },
    annotations: { readOnlyHint: true },
  },
  {
    name: 'get_typology',
    description: 'Returns one typology with its tactics, indicators and questions.',
    inputSchema: {
      type: 'object' as const,
      properties: { typology_id: { type: 'string', description: 'The id from list_typologies.' } },
      required: ['typology_id'],
    },
    annotations: { readOnlyHint: true },
  },
];

export function createKnowledgeServer(lens: KnowledgeLens, version: string): Server {
  const server = new Server(
    { name: 'errand-knowledge', title: lens.name, version },
    {
      capabilities: { tools: {}, resources: {} },
      instructions:
        `Typologies of fraud and money laundering that matter to ${lens.company}. ${lens.productSummary}`.trim(),
    },
  );
  server.setRequestHandler('tools/list', async () => ({ tools }));
  server.setRequestHandler('tools/call', async ({ params }): Promise<CallToolResult> => {
    if (params.name === 'list_typologies') return answer({ typologies: lens.refs });
    if (params.name !== 'get_typology')
      throw new ProtocolError(ProtocolErrorCode.InvalidParams, `Tool ${params.name} not found.`);
    const id = String(params.arguments?.typology_id ?? '');
    const typology = lens.typologies.find((one) => one.id === id);
    if (typology === undefined) return refusal(`Typology '${id.slice(0, 100)}' not found in this knowledge base.`);
    const { relevance, rationale } = lens.refs.find(({ typologyId }) => typologyId === id)!;
    return answer({ ...typology, relevance, rationale });
  });
  server.setRequestHandler('resources/list', async () => ({
    resources: lens.typologies.map(({ id, name, description }) => ({
      uri: `${SCHEME}${id}`,
      name: id,
      title: name,
      description,
      mimeType: 'application/json',
    })),
  }));
  server.setRequestHandler('resources/read', async ({ params: { uri } }) => {
    const typology = lens.typologies.find(({ id }) => `${SCHEME}${id}` === uri);
    if (typology === undefined) throw new ProtocolError(ProtocolErrorCode.InvalidParams, `Resource ${uri} not found.`);
    return { contents: [{ uri, mimeType: 'application/json', text: JSON.stringify(typology) }] };
  });
  return server;
}

const answer = (value: Record<string, unknown>): CallToolResult => ({
  content: [{ type: 'text', text: JSON.stringify(value) }],
  structuredContent: value,
});
