import { Type } from 'typebox';
import { defineOperations } from '../operation.ts';

export const AgentDoors = Type.Object({
  mcp: Type.Object({
    url: Type.String({ description: 'Where MCP clients connect.', examples: ['https://errand.example.com/mcp'] }),
    tool: Type.String({ description: 'The name of the agent as a tool.', examples: ['read_invoice'] }),
  }),
  a2a: Type.Object({
    url: Type.String({
      description: 'Where other agents send their messages.',
      examples: ['https://errand.example.com/a2a/0190/'],
    }),
    card_url: Type.String({
      description: 'Its agent card.',
      examples: ['https://errand.example.com/a2a/0190/.well-known/agent-card.json'],
    }),
    is_public: Type.Boolean({ description: 'Whether the card is shown without a credential.' }),
  }),
});

export const doors = defineOperations({
  get: {
    method: 'GET',
    path: '/v1/agents/:agent_id/doors/',
    tag: 'Doors',
    summary: 'Where else an agent can be called',
    description: 'Its name as an MCP tool, and its addresses for other agents.',
    responses: { 200: AgentDoors },
  },
});
