import type { TSchema } from 'typebox';
import { type OwnProvider, servesModel } from '#connections/own-providers.ts';
import { isJsonObject } from '#platform/json.ts';
import { didYouMean } from '#platform/nearest.ts';
import { isAbsent, mayHoldPlaceholder } from '../engine/config.ts';
import { CONNECTIONS_KEY } from '../engine/connection-config.ts';
import type { Engine, InputDefinition } from '../engine/engine.ts';
import { providersOf } from '../models/catalog.ts';
import { listPlaceholders } from '../template/template.ts';
import type { Fleet } from './fleet.ts';

// Finds warnings about an agent's configuration. None of them is an error: unknown keys are kept for clients that store
// them, and a missing value may come with the next version.

type Asked = Pick<Engine, 'id' | 'name' | 'configSchema' | 'inputs' | 'fixedInputs'> &
  Pick<Engine, 'policy' | 'needs' | 'needsFor' | 'findMissing'>;

const WARNINGS_MAX = 20;

export function findConfigWarnings(
  engine: Asked,
  config: Record<string, unknown>,
  definitions: readonly InputDefinition[],
  fleet: Fleet,
  own: readonly OwnProvider[] = [],
): string[] {
  const warnings: Warning[] = [
    ...findUnknownKeys(engine, config),
    ...findMissingKeys(engine, config),
    ...findUnknownPlaceholders(config, definitions),
    ...fleet.lacks(engine, engine.needsFor?.(config) ?? []),
    ...findMissingModel(engine, config, fleet, own),
  ];
  const more = warnings.length - WARNINGS_MAX;
  const shown = warnings.slice(0, WARNINGS_MAX).map((warning) => (typeof warning === 'string' ? warning : warning()));
  return more <= 0 ? shown : [...shown, `There are ${more} more warnings.`];
}

/** A guess at what was meant takes time, so it is made only for warnings that are shown. */
type Warning = string | (() => string);

function findUnknownKeys({ configSchema, policy }: Asked, config: Record<string, unknown>): Warning[] {
  const known = Object.keys(configSchema.properties);
  if (policy !== undefined) known.push('policy_version_id', 'policy_pin');
  // Every engine accepts connections, for inputs of the form connection://name/path.
  known.push(CONNECTIONS_KEY);
  return Object.keys(config)
    .filter((key) => !known.includes(key))
    .map((key) => () => `The engine has no key '${cut(key)}': it is kept, but not used.${didYouMean(key, known)}`);
}

function findMissingKeys(engine: Asked, config: Record<string, unknown>): string[] {
  const { required = [], properties } = engine.configSchema as {
    required?: string[];
    properties: Record<string, TSchema>;
  };
  const missing = required.filter((key) => isMissing(config[key], properties[key]!));
  return [
    ...missing.map((key) => `Configuration '${key}' is required. Jobs fail without it.`),
    ...(engine.findMissing?.(config) ?? []),
  ];
}

/** An empty text counts as missing where a text is expected, but not where any type is allowed, such as a template. */
const isMissing = (value: unknown, property: TSchema): boolean =>
  isAbsent(value, property) ||
  (typeof value === 'string' && value.trim() === '' && (property as { type?: unknown }).type === 'string');

/** A placeholder for an undefined input stays in the text unchanged. */
function findUnknownPlaceholders(config: Record<string, unknown>, definitions: readonly InputDefinition[]): Warning[] {
  const keys = definitions.map(({ key }) => key);
  const unknown = new Set<string>();
  const visit = (value: unknown): void => {
    if (typeof value === 'string') {
      for (const key of listPlaceholders(value)) if (!keys.includes(key)) unknown.add(key);
    } else if (Array.isArray(value)) value.forEach(visit);
    else if (isJsonObject(value)) Object.values(value).forEach(visit);
  };
  visit(config);
  return [...unknown].map(
    (key) => () => `The placeholder \${${cut(key)}} names no input, so it stays as it is.${didYouMean(key, keys)}`,
  );
}

function findMissingModel(
  { configSchema }: Asked,
  config: Record<string, unknown>,
  fleet: Fleet,
  own: readonly OwnProvider[],
): string[] {
  if (!Object.hasOwn(configSchema.properties, 'model')) return [];
  const { model } = config;
  if (typeof model === 'string' && mayHoldPlaceholder(model)) return [];
  // The organization may serve it itself. Without a model, its settings say which one is meant.
  if (own.length > 0 && (typeof model !== 'string' || servesModel(own, model.trim(), providersOf(model.trim()))))
    return [];
  const lack = fleet.modelLack(typeof model === 'string' && model.trim() !== '' ? model.trim() : undefined);
  return lack === undefined ? [] : [lack];
}

const cut = (text: string): string => (text.length > 60 ? `${[...text.slice(0, 60)].slice(0, 57).join('')}…` : text);
