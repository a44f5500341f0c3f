import type { TSchema } from 'typebox';
import { type OwnProvider, servesModel } from '#connections/own-providers.ts';
import { isJsonObject } from '#platform/json.ts';
import { didYouMean } from '#platform/nearest.ts';
import { isAbsent, mayHoldPlaceholder } from '../engine/config.ts';
import { CONNECTIONS_KEY } from '../engine/connection-config.ts';
import type { Engine, InputDefinition } from '../engine/engine.ts';
import { BASELINE, providersOf } from '../models/catalog.ts';
import { LOCAL } from '../models/local-settings.ts';
import { listPlaceholders } from '../template/template.ts';
import type { Fleet } from './fleet.ts';

// Finds warnings about an agent's configuration. None of them is an error: unknown keys are kept for clients that store
// them, and a missing value may come with the next version.

type Asked = Pick<Engine, 'id' | 'name' | 'configSchema' | 'inputs' | 'fixedInputs'> &
  Pick<Engine, 'policy' | 'needs' | 'needsFor' | 'findMissing'>;

/** What the organization brings, and whether it may use what the installation has. */
type Keys = { own: readonly OwnProvider[]; mayUseHouse: boolean };

const WARNINGS_MAX = 20;

export function findConfigWarnings(
  engine: Asked,
  config: Record<string, unknown>,
  definitions: readonly InputDefinition[],
  fleet: Fleet,
  keys: Keys = { own: [], mayUseHouse: true },
): string[] {
  const warnings: Warning[] = [
    ...findUnknownKeys(engine, config),
    ...findMissingKeys(engine, config),
    ...findUnknownPlaceholders(config, definitions),
    ...fleet.lacks(engine, engine.needsFor?.(config) ?? []),
    ...findMissingModels(engine, config, fleet, keys),
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

/** The model and its substitutes. */
function findMissingModels(
  { configSchema }: Asked,
  config: Record<string, unknown>,
  fleet: Fleet,
  keys: Keys,
): string[] {
  if (!Object.hasOwn(configSchema.properties, 'model')) return [];
  const links = Array.isArray(config.models) ? config.models.filter(isJsonObject) : [];
  const named = [config.model, ...links.map(({ model }) => model)].map((model) =>
    typeof model === 'string' && model.trim() !== '' ? model.trim() : undefined,
  );
  const lacks = named.map((model, index) =>
    index > 0 && model === undefined ? undefined : findModelLack(model, fleet, keys),
  );
  return [...new Set(lacks.filter((lack) => lack !== undefined))];
}

function findModelLack(model: string | undefined, fleet: Fleet, { own, mayUseHouse }: Keys): string | undefined {
  if (model !== undefined && mayHoldPlaceholder(model)) return undefined;
  // The organization may serve it itself. Without a model, its settings say which one is meant.
  if (own.length > 0 && (model === undefined || servesModel(own, model, providersOf(model)))) return undefined;
  if (!mayUseHouse && model !== undefined && model !== BASELINE && model !== LOCAL)
    return `No connection of yours serves the model '${cut(model)}', and the keys of the installation are not allowed for you (Settings → Models).`;
  return fleet.modelLack(model);
}

const cut = (text: string): string => (text.length > 60 ? `${[...text.slice(0, 60)].slice(0, 57).join('')}…` : text);
