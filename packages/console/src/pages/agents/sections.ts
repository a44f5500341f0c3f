import type { JsonObject } from '@errand/sdk';
import { isAlias } from './config-values.ts';
import { isSchema, type Schema } from './schema-model.ts';

// Puts the keys of an engine's configuration into the order in which people think about an agent. The engine's schema
// says where a key belongs (`x-section`); the name decides for engines that do not.

export const sectionNames = ['inputs', 'task', 'output', 'trust', 'approval', 'advanced'] as const;
export type SectionName = (typeof sectionNames)[number];

export const sectionTitles: Record<SectionName, string> = {
  inputs: 'What comes in',
  task: 'What to do',
  output: 'What comes out',
  trust: 'How sure it must be',
  approval: 'Who approves',
  advanced: 'Advanced',
};

export type ConfigKey = { name: string; schema: Schema; isRequired: boolean };

const guesses: [section: SectionName, name: RegExp][] = [
  ['output', /^output|_schema$|^result/],
  ['task', /instruction|prompt|template|question|^task|^query$|policy|skill|knowledge|^model$|^connections$|^tools$/],
  ['trust', /trust|confidence|^use_source$|^ask_/],
  ['inputs', /^(text|url|file|files|image|images|document|documents)$|_(file|files|url|images)$/],
];

export function sectionOf(name: string, schema: Schema, isRequired: boolean): SectionName {
  const said = schema['x-section'];
  if (sectionNames.includes(said as SectionName)) return said as SectionName;
  const guess = guesses.find(([, pattern]) => pattern.test(name));
  return guess?.[0] ?? (isRequired ? 'task' : 'advanced');
}

/** The keys to show, by section. An alias of another key is only shown if it is used. */
export function groupKeys(configSchema: Schema, config: JsonObject): Record<SectionName, ConfigKey[]> {
  const properties = isSchema(configSchema.properties) ? (configSchema.properties as Record<string, Schema>) : {};
  const required = Array.isArray(configSchema.required) ? configSchema.required.map(String) : [];
  const groups = Object.fromEntries(sectionNames.map((name) => [name, [] as ConfigKey[]])) as Record<
    SectionName,
    ConfigKey[]
  >;
  for (const [name, given] of Object.entries(properties)) {
    const schema = isSchema(given) ? given : {};
    if (isAlias(schema) && !Object.hasOwn(config, name)) continue;
    const isRequired = required.includes(name);
    groups[sectionOf(name, schema, isRequired)].push({ name, schema, isRequired });
  }
  for (const name of ['task', 'output'] as const) groups[name].sort((a, b) => weight(a) - weight(b));
  return groups;
}

/** What must be filled comes first, then long texts, then choices. */
const weight = ({ isRequired, schema }: ConfigKey): number => {
  const control = schema['x-control'];
  if (control === 'resource' && !isRequired) return 3;
  if (control === 'model' || control === 'connections') return 4;
  return isRequired || control === 'long-text' || control === 'template' ? 0 : 2;
};

/** Keys that the engine does not know. They are kept. */
export function unknownKeys(configSchema: Schema, config: JsonObject): JsonObject {
  const properties = isSchema(configSchema.properties) ? configSchema.properties : {};
  return Object.fromEntries(Object.entries(config).filter(([name]) => !Object.hasOwn(properties, name)));
}

/** The title of a key: what the engine calls it, or its name in words. */
export function titleOf(name: string, { title }: Schema): string {
  if (typeof title === 'string' && title !== '') return title;
  const words = name.replaceAll('_', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}
