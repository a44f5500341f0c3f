import type { AgentCard, AgentInterface, AgentSkill, SecurityRequirement, SecurityScheme } from '@a2a-js/sdk';
import { type Scope, scopeWords } from '@errand/contract/scopes.ts';
import type { CardAgent } from '#agents/card-agents.ts';
import { assignSlugs } from '#agents/slugs.ts';

// Agent cards describe the inputs and addresses of one agent, or of an organization as one agent with many skills.

export type CardPlace = { base: string; version: string };

export const PROTOCOL_VERSION = '1.0';

export const addressOf = (base: string, agentId: string): string => `${base}/a2a/${agentId}/`;

export function agentCard(agent: CardAgent, slug: string, place: CardPlace): AgentCard {
  return {
    ...cardOf(place, agent.organization),
    name: agent.name,
    description: describe(agent),
    supportedInterfaces: interfacesOf(addressOf(place.base, agent.id)),
    version: agent.version_name || place.version,
    defaultInputModes: inputModes([agent]),
    skills: [skillOf(slug, agent)],
  };
}

/** Describes an organization: one agent, whose skills are the agents. A message names the skill it is for. */
export function rootCard(agents: CardAgent[], place: CardPlace): AgentCard {
  const names = [...new Set(agents.map(({ organization }) => organization))];
  return {
    ...cardOf(place, names.join(', ')),
    name: names.length === 1 ? names[0]! : 'Errand',
    description: 'Agents that run as jobs. Each is a skill: name its id as `skill` in the metadata of a message.',
    supportedInterfaces: interfacesOf(`${place.base}/a2a/`),
    version: place.version,
    defaultInputModes: inputModes(agents),
    skills: [...skillsOf(agents)].map(([slug, agent]) => skillOf(slug, agent)),
  };
}

/** Slugs are unique within an organization. Of several public organizations, the first agent of a slug is shown. */
function skillsOf(agents: CardAgent[]): Map<string, CardAgent> {
  const skills = new Map<string, CardAgent>();
  for (const own of Map.groupBy(agents, ({ org_id }) => org_id).values())
    for (const [slug, agent] of assignSlugs(own)) if (!skills.has(slug)) skills.set(slug, agent);
  return skills;
}

/** A key, or a person who signs in. */
const EITHER: SecurityRequirement[] = [
  { schemes: { bearer: { list: [] } } },
  { schemes: { oauth: { list: ['read', 'run'] satisfies Scope[] } } },
];

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
    oauth: { scheme: signIn(base) },
  },
  securityRequirements: EITHER,
  defaultOutputModes: ['text/plain', 'application/json'],
  signatures: [],
});

/** How a program signs a person in, so that it needs no key. */
const signIn = (base: string): SecurityScheme['scheme'] => ({
  $case: 'oauth2SecurityScheme',
  value: {
    description: `A person signs in. The token is for the resource ${base}/a2a.`,
    oauth2MetadataUrl: `${base}/.well-known/oauth-authorization-server`,
    flows: {
      flow: {
        $case: 'authorizationCode',
        value: {
          authorizationUrl: `${base}/oauth/authorize`,
          tokenUrl: `${base}/oauth/token`,
          refreshUrl: `${base}/oauth/token`,
          scopes: scopeWords,
          pkceRequired: true,
        },
      },
    },
  },
});

/** The first one is preferred by clients that speak both. */
const interfacesOf = (url: string): AgentInterface[] =>
  ['JSONRPC', 'HTTP+JSON'].map((protocolBinding) => ({
    url,
    protocolBinding,
    tenant: '',
    protocolVersion: PROTOCOL_VERSION,
  }));

function skillOf(slug: string, agent: CardAgent): AgentSkill {
  const inputs = agent.input_definitions.map(
    ({ key, data_type, description }) => `${key} (${data_type}) ${description}`,
  );
  return {
    id: slug,
    name: agent.name,
    description: [describe(agent), ...(inputs.length > 0 ? [`Inputs: ${inputs.join('; ')}`] : [])].join(' '),
    // The protocol requires a tag.
    tags: agent.tags.length > 0 ? agent.tags : ['agent'],
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
