import { operations } from '@errand/contract/operations/operations.ts';
import type { Tool } from '@modelcontextprotocol/server';
import { createLru } from '#platform/lru.ts';
import type { CallApi } from '../reply.ts';

// Every agent is a tool, named after it.

type Agent = { id: string; name: string; created_at: string };
type Definition = {
  key: string;
  data_type: string;
  description: string;
  required?: boolean;
  accepts_multiple_files?: boolean | null;
};
type Page<T> = { results: T[]; next: string | null };

const PAGE = 100;
const NAME_MAX = 56;

/** Lists all agents by tool name. */
export async function listAgentTools(callApi: CallApi): Promise<Map<string, Agent>> {
  const agents: Agent[] = [];
  for (let page = 1; ; page++) {
    const query = `page=${page}&page_size=${PAGE}&ordering=created_at&include_job_stats=false`;
    const { status, body } = await callApi('GET', `${operations.agents.list.path}?${query}`);
    if (status !== 200) return new Map();
    const { results, next } = body as Page<Agent>;
    agents.push(...results);
    if (next === null) return nameTools(agents);
  }
}

/** How long tool names are cached. Agents are called more often than renamed. */
const NAMES_MS = 5_000;
const ORGANIZATIONS_MAX = 1_000;

/** Finds the agent of a tool name. Unknown names are always looked up, so that a new agent can be called at once. */
export function createToolNames(now: () => number = Date.now) {
  const known = createLru<string, { at: number; tools: Map<string, Agent> }>(ORGANIZATIONS_MAX);
  return async (orgId: string, callApi: CallApi, name: string): Promise<Agent | undefined> => {
    const names = known.get(orgId);
    const agent = names && now() - names.at < NAMES_MS ? names.tools.get(name) : undefined;
    if (agent !== undefined) return agent;
    const tools = await listAgentTools(callApi);
    known.set(orgId, { at: now(), tools });
    return tools.get(name);
  };
}

/** The oldest agent of a name gets the plain tool name. Later ones get a part of their id appended. */
export function nameTools(agents: readonly Agent[]): Map<string, Agent> {
  const tools = new Map<string, Agent>();
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

export async function describeTool(callApi: CallApi, name: string, agent: Agent): Promise<Tool | undefined> {
  const { status, body } = await callApi('GET', operations.versions.current.path.replace(':agent_id', agent.id));
  if (status !== 200) return undefined;
  const version = body as {
    description: string;
    engine_name: string;
    input_definitions: Definition[];
    engine_config: Record<string, unknown>;
  };
  return {
    name,
    title: agent.name,
    description: version.description || `Runs the agent “${agent.name}” (${version.engine_name}).`,
    inputSchema: inputSchema(version.input_definitions),
    outputSchema: outputSchema(version.engine_config),
    execution: { taskSupport: 'optional' },
  };
}

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

/** Includes the agent's own output schema if there is one. It only informs: other outputs stay valid. */
export function outputSchema({ output_schema: known }: Record<string, unknown>): NonNullable<Tool['outputSchema']> {
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
