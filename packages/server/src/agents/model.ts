import type { InputDefinition, InputDefinitionBody, PostAction } from '@errand/contract/agents.ts';
import type { OwnProvider } from '#connections/own-providers.ts';
import { invalidFields } from '#platform/errors.ts';
import { isJsonObject } from '#platform/json.ts';
import { withoutMasks } from './secret-config.ts';

// An agent is a name, an engine and a series of versions, one of them current. A version is what runs: input
// definitions and engine configuration, fixed once created. This file holds the rules that need no database.

/** The facts about an engine that are needed to create an agent. The engines domain provides them. */
export type EngineRules = {
  id: string;
  name: string;
  inputs: InputDefinition[];
  fixedInputs: boolean;
  supportsMemory: boolean;
  defaultConfig: Record<string, unknown>;
  /** Declares which keys are secret and which may refer to secrets. */
  configSchema?: { properties: object };
  /** Whether its configuration names a policy. */
  policy?: 'required' | 'optional';
  checkConfig?(config: Record<string, unknown>): string[];
};

export type AgentEngine = EngineRules & {
  /** Whether an empty configuration cannot run. */
  needsConfig: boolean;
  /** Returns one sentence for each setting that will not work as configured. */
  configWarnings(
    config: Record<string, unknown>,
    definitions: readonly InputDefinition[],
    own: readonly OwnProvider[],
    allowsHouseKeys: boolean,
  ): string[];
};
export type AgentEngines = { find(id: string): AgentEngine | undefined; list(): AgentEngine[] };

export const VERSION_NAME_DEFAULT = 'unnamed version';
const NAME_CHARACTERS_MAX = 200;

/** Names that a run request uses or refuses, so an input with such a name could never be supplied. */
const RESERVED_KEYS = new Set(['metadata', 'organization_id', '__proto__']);
const KEY = /^[A-Za-z_][A-Za-z0-9_]{0,199}$/;
const MEDIA_TYPE = /^(\*\/\*|[A-Za-z0-9][A-Za-z0-9!#$&^_.+-]{0,126}\/(\*|[A-Za-z0-9][A-Za-z0-9!#$&^_.+-]{0,126}))$/;

export function getEngine<Found>(engines: { find(id: string): Found | undefined }, id: string): Found {
  const engine = engines.find(id);
  if (engine === undefined) throw invalidFields({ engine_class_id: [`There is no engine '${id}'.`] });
  return engine;
}

/** Returns the definitions as stored: with defaults, otherwise as sent. */
export function readInputDefinitions(definitions: InputDefinitionBody[], engine: EngineRules): InputDefinition[] {
  const problems: string[] = [];
  const seen = new Set<string>();
  for (const { key, data_type } of definitions) {
    if (!KEY.test(key))
      problems.push(
        `Key '${cut(key)}' must begin with a letter or underscore, contain only letters, digits and underscores, and have at most 200 characters.`,
      );
    else if (RESERVED_KEYS.has(key)) problems.push(`Key '${key}' is reserved.`);
    else if (seen.has(key)) problems.push(`Key '${key}' occurs more than once.`);
    else if (engine.fixedInputs && !engine.inputs.some((input) => input.key === key)) {
      const keys = engine.inputs.map((input) => input.key).join(', ');
      problems.push(`Key '${key}' is not an input of ${engine.id}. Its inputs are fixed: ${keys}.`);
    }
    if (!MEDIA_TYPE.test(data_type)) problems.push(`Input '${cut(key)}': '${cut(data_type)}' is not a media type.`);
    seen.add(key);
  }
  if (problems.length > 0) throw invalidFields({ input_definitions: problems.slice(0, 10) });
  return definitions.map(completeDefinition);
}

function completeDefinition(sent: InputDefinitionBody): InputDefinition {
  const definition = { ...sent, description: sent.description ?? '' };
  if (definition.example === null) delete definition.example;
  if (definition.required === null) delete definition.required;
  return definition as InputDefinition;
}

export function checkEngineConfig(config: Record<string, unknown>, engine: EngineRules): void {
  // A long integer is parsed into a special object, which the schema cannot tell from an ordinary one.
  if (!isJsonObject(config)) throw invalidFields({ engine_config: ['Must be of type object.'] });
  const problems = engine.checkConfig?.(withoutMasks(engine, config)) ?? [];
  if (problems.length > 0) throw invalidFields({ engine_config: problems });
}

/** Whether a client sent "not given": null, or an empty value that the engine could not work with. */
export function isLeftOut(value: object | null | undefined, engine: AgentEngine): boolean {
  if (value === undefined || value === null) return true;
  if (Object.keys(value).length > 0) return false;
  return engine.needsConfig || (Array.isArray(value) && engine.fixedInputs);
}

export function checkPostActions(actions: PostAction[]): void {
  if (!actions.every((action) => isJsonObject(action.param_mappings))) {
    throw invalidFields({ post_actions: ['param_mappings must be of type object.'] });
  }
}

export function copyName(name: string): string {
  return [...`${name} (copy)`].slice(0, NAME_CHARACTERS_MAX).join('');
}

const cut = (text: string): string => (text.length > 60 ? `${[...text.slice(0, 60)].slice(0, 57).join('')}…` : text);
