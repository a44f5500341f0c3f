import type { Tool } from '@modelcontextprotocol/server';
import type { ListedAgent, NamedAgent } from '#agents/slugs.ts';
import type { VersionInterface } from '#agents/versions-store.ts';
import { createLru } from '#platform/lru.ts';

// Every agent is a tool, named after it.

type Definition = {
  key: string;
  data_type: string;
  description: string;
  required?: boolean;
  accepts_multiple_files?: boolean | null;
};
const NAME_MAX = 56;

/** Returns the agents of an organization, oldest first. */
export type ListAgents = (orgId: string) => Promise<ListedAgent[]>;

/** How long tool names are cached. Agents are called more often than renamed. */
const NAMES_MS = 5_000;
const ORGANIZATIONS_MAX = 1_000;

/** Finds the agent of a tool name. Unknown names are always looked up, so that a new agent can be called at once. */
export function createToolNames(listAgents: ListAgents, now: () => number = Date.now) {
  const known = createLru<string, { at: number; tools: Map<string, ListedAgent> }>(ORGANIZATIONS_MAX);
  return async (orgId: string, name: string): Promise<ListedAgent | undefined> => {
    const names = known.get(orgId);
    const agent = names && now() - names.at < NAMES_MS ? names.tools.get(name) : undefined;
    if (agent !== undefined) return agent;
    const tools = nameTools(await listAgents(orgId));
    known.set(orgId, { at: now(), tools });
    return tools.get(name);
  };
}

/** The oldest agent of a name gets the plain tool name. Later ones get a part of their id appended. */
export function nameTools<T extends NamedAgent>(agents: readonly T[]): Map<string, T> {
  const tools = new Map<string, T>();
  for (const agent of agents) {
    const base = toolName(agent.name);
    tools.set(tools.has(base) ? `${base}_${agent.id.slice(-8)}` : base, agent);
  }
  return tools;
}

/** Uses only letters, digits and underscores, which every client accepts. */
export function toolName(name: string): string {
  const plain = name.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase();
  const words = plain
    .replaceAll(/[^a-z0-9]+/g, '_')
    .replaceAll(/^_+|_+$/g, '')
    .slice(0, NAME_MAX);
  return words === '' || words.startsWith('errand_') ? `agent_${words}` : words;
}

/** Each holds two small schemas. */
const VERSIONS_MAX = 5_000;

export type ListInterfaces = (orgId: string, versionIds: string[]) => Promise<VersionInterface[]>;

/** Describes tools. What comes from a version is read once, because versions do not change. */
export function createToolDescriptions(listInterfaces: ListInterfaces, engineName: (engineClassId: string) => string) {
  const known = createLru<string, Interface>(VERSIONS_MAX);
  return async (orgId: string, agents: [name: string, agent: ListedAgent][]): Promise<Tool[]> => {
    const missing = agents.map(([, agent]) => agent.version_id).filter((id) => known.get(id) === undefined);
    const read = missing.length === 0 ? [] : await listInterfaces(orgId, missing);
    for (const one of read) known.set(one.id, toInterface(one));
    return agents.flatMap(([name, agent]) => {
      const seen = known.get(agent.version_id);
      if (seen === undefined) return [];
      const { engineClassId, inputSchema, outputSchema } = seen;
      return {
        name,
        title: agent.name,
        description: agent.description || `Runs the agent “${agent.name}” (${engineName(engineClassId)}).`,
        inputSchema,
        outputSchema,
        execution: { taskSupport: 'optional' },
      };
    });
  };
}

type Interface = {
  engineClassId: string;
  inputSchema: Tool['inputSchema'];
  outputSchema: NonNullable<Tool['outputSchema']>;
};

const toInterface = (version: VersionInterface): Interface => ({
  engineClassId: version.engine_class_id,
  inputSchema: inputSchema(version.input_definitions),
  outputSchema: outputSchema(version.output_schema),
});

type Properties = NonNullable<Tool['inputSchema']['properties']>;

export function inputSchema(definitions: readonly Definition[]): Tool['inputSchema'] {
  const properties = Object.fromEntries(definitions.map((one) => [one.key, propertyOf(one)])) as Properties;
  const required = definitions.filter((one) => one.required !== false).map(({ key }) => key);
  return { type: 'object', properties, ...(required.length > 0 && { required }), additionalProperties: false };
}

function propertyOf({ data_type: type, description, accepts_multiple_files }: Definition) {
  const isText = type.startsWith('text/') || type === 'application/json';
  const words = [description, isText ? '' : `${type}: id of an uploaded file, or a URL.`];
  const one = { type: 'string', description: words.filter((word) => word !== '').join(' ') };
  if (isText || !accepts_multiple_files) return one;
  return { anyOf: [{ type: 'string' }, { type: 'array', items: { type: 'string' } }], description: one.description };
}

/** A longer schema helps no model, and every list of tools would carry it. */
export const SCHEMA_CHARACTERS_MAX = 32_768;

/** Includes the agent's own output schema if there is one. It only informs: other outputs stay valid. */
export function outputSchema(known: unknown): NonNullable<Tool['outputSchema']> {
  const isKnown = typeof known === 'object' && known !== null && !JSON.stringify(known).includes('"$ref"');
  return {
    type: 'object',
    properties: {
      job_id: { type: 'string' },
      outputs: {
        type: 'object',
        description: 'Outputs by key. JSON if the output is JSON, text otherwise.',
        ...(isKnown && { additionalProperties: { anyOf: [known, { description: 'Any other output.' }] } }),
      },
    },
    required: ['job_id', 'outputs'],
  };
}
