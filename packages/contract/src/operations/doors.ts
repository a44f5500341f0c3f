import { Type } from 'typebox';
import { defineOperations } from '../operation.ts';

export const AgentDoors = Type.Object({
  mcp: Type.Object({
    url: Type.String({ description: 'Address for MCP clients.', examples: ['https://errand.example.com/mcp'] }),
    tool: Type.String({ description: 'Tool name of the agent.', examples: ['read_invoice'] }),
  }),
  a2a: Type.Object({
    url: Type.String({
      description: 'Address for messages from other agents.',
      examples: ['https://errand.example.com/a2a/0190/'],
    }),
    card_url: Type.String({
      description: 'Address of the agent card.',
      examples: ['https://errand.example.com/a2a/0190/.well-known/agent-card.json'],
    }),
    is_public: Type.Boolean({ description: 'Whether the card can be read without a credential.' }),
  }),
});

export const doors = defineOperations('Doors', {
  get: {
    at: 'GET /v1/agents/:agent_id/doors/',
    summary: 'Addresses of an agent for MCP and A2A',
    description: 'Returns the tool name for MCP clients and the addresses for other agents.',
    responses: { 200: AgentDoors },
  },
});
