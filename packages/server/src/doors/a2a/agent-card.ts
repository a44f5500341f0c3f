import type { AgentCard, AgentInterface, AgentSkill } from '@a2a-js/sdk';
import type { CardAgent } from '#agents/card-agents.ts';

// Agent cards describe an agent's inputs and its address.

export type CardPlace = { base: string; version: string };

export const PROTOCOL_VERSION = '1.0';

export const addressOf = (base: string, agentId: string): string => `${base}/a2a/${agentId}/`;

export function agentCard(agent: CardAgent, place: CardPlace): AgentCard {
  return {
    ...cardOf(place, agent.organization),
    name: agent.name,
    description: describe(agent),
    supportedInterfaces: [interfaceOf(place, agent)],
    version: agent.version_name,
    defaultInputModes: inputModes([agent]),
    skills: [skillOf(agent)],
  };
}

/** Describes all agents: each is a skill and has an interface, in the same order. */
export function rootCard(agents: CardAgent[], place: CardPlace): AgentCard {
  const names = [...new Set(agents.map(({ organization }) => organization))];
  return {
    ...cardOf(place, names.join(', ')),
    name: names.length === 1 ? names[0]! : 'Errand',
    description: `Agents that run as jobs. Each is a skill. The card of a single agent is at ${place.base}/a2a/{skill id}/.well-known/agent-card.json.`,
    supportedInterfaces: agents.map((agent) => interfaceOf(place, agent)),
    version: place.version,
    defaultInputModes: inputModes(agents),
    skills: agents.map(skillOf),
  };
}

const cardOf = ({ base }: CardPlace, organization: string) => ({
  provider: { organization: organization || 'Errand', url: base },
  documentationUrl: `${base}/docs/a2a/`,
  capabilities: { streaming: true, pushNotifications: true, extendedAgentCard: false, extensions: [] },
  securitySchemes: {
    bearer: {
      scheme: {
        $case: 'httpAuthSecurityScheme' as const,
        value: { description: 'An API key of the organization.', scheme: 'Bearer', bearerFormat: '' },
      },
    },
  },
  securityRequirements: [{ schemes: { bearer: { list: [] } } }],
  defaultOutputModes: ['text/plain', 'application/json'],
  signatures: [],
});

const interfaceOf = ({ base }: CardPlace, { id }: CardAgent): AgentInterface => ({
  url: addressOf(base, id),
  protocolBinding: 'JSONRPC',
  tenant: '',
  protocolVersion: PROTOCOL_VERSION,
});

function skillOf(agent: CardAgent): AgentSkill {
  const inputs = agent.input_definitions.map(
    ({ key, data_type, description }) => `${key} (${data_type}) ${description}`,
  );
  return {
    id: agent.id,
    name: agent.name,
    description: [describe(agent), ...(inputs.length > 0 ? [`Inputs: ${inputs.join('; ')}`] : [])].join(' '),
    tags: agent.tags,
    examples: agent.input_definitions.flatMap(({ example }) => (example ? [example] : [])).slice(0, 5),
    inputModes: inputModes([agent]),
    outputModes: [],
    securityRequirements: [],
  };
}

const describe = ({ name, description }: CardAgent): string => description || `Runs the agent “${name}”.`;

/** Every agent accepts JSON, as a data part with the inputs. */
const inputModes = (agents: CardAgent[]): string[] => [
  ...new Set(['application/json', ...agents.flatMap((agent) => agent.input_definitions.map((one) => one.data_type))]),
];
