import { Type } from 'typebox';
import { defineOperations } from '../operation.ts';

const Message = Type.Record(Type.String(), Type.Unknown(), {
  $id: 'A2aMessage',
  description: 'A JSON-RPC 2.0 message of the Agent2Agent protocol 1.0.',
  examples: [
    {
      jsonrpc: '2.0',
      id: 1,
      method: 'SendMessage',
      params: { message: { messageId: '5b1d', role: 'ROLE_USER', parts: [{ text: 'Ada' }] } },
    },
  ],
});

const Card = Type.Record(Type.String(), Type.Unknown(), {
  $id: 'A2aAgentCard',
  description: 'An agent card of the Agent2Agent protocol 1.0.',
});

export const a2a = defineOperations('Doors', {
  rootCard: {
    at: 'GET /.well-known/agent-card.json/',
    anonymous: true,
    summary: 'Agent card of the organization, with every agent as a skill',
    description:
      'With a credential: the agents of its organization. Without: the agents of organizations with `public_agent_cards`.',
    responses: { 200: Card },
  },
  agentCard: {
    at: 'GET /a2a/:agent_id/.well-known/agent-card.json/',
    anonymous: true,
    summary: 'Agent card of one agent',
    description: 'Requires a credential unless the organization has `public_agent_cards`.',
    responses: { 200: Card },
  },
  call: {
    at: 'POST /a2a/:agent_id/',
    content: 'text',
    role: 'viewer',
    summary: 'An agent through the Agent2Agent protocol',
    description:
      'JSON-RPC: SendMessage, SendStreamingMessage, GetTask, ListTasks, CancelTask, SubscribeToTask and the configuration of push notifications. A task is a job.',
    body: Message,
    responses: { 200: Message, 400: Message },
  },
  callOrganization: {
    at: 'POST /a2a/',
    content: 'text',
    role: 'viewer',
    summary: 'All agents of the organization through the Agent2Agent protocol',
    description:
      'The same methods. A message names the agent by its slug as `metadata.skill`; without it, it is refused with the list of skills.',
    body: Type.Record(Type.String(), Type.Unknown(), {
      description: 'A JSON-RPC 2.0 message of the Agent2Agent protocol 1.0.',
      examples: [{ jsonrpc: '2.0', id: 1, method: 'ListTasks', params: { pageSize: 10 } }],
    }),
    responses: { 200: Message, 400: Message },
  },
});
