import { addressOf, listModelIds, type ProviderType, providerTypes } from '#connections/drivers/model-providers.ts';
import type { Connections, OpenedSystem } from '#connections/use-connection.ts';
import type { Database } from '#platform/db.ts';
import { createLru } from '#platform/lru.ts';
import { persistently } from '#platform/persist.ts';
import { EngineFailure } from '../engine/engine.ts';
import { type ChainLink, type Condition, WHEN_DEFAULT } from '../engine/model-config.ts';
import { type Catalog, createCatalog } from './catalog.ts';
import { type CatalogModel, usualModel } from './known-models.ts';
import { LOCAL } from './local-settings.ts';
import { findPreferences, type ModelPreferences } from './preferences.ts';
import type { ModelSettings, Protocol, Provider } from './settings.ts';

// The models of an organization: those of its own connections first, then those of the installation if both the
// operator and the organization allow it.

export type OrgModels = {
  catalog: Catalog;
  preferences: ModelPreferences;
  /** Who stands in for the model of an agent that lists nobody itself. */
  links: ChainLink[];
};

export type LoadOrgModels = ReturnType<typeof createOrgModels>['load'];

/** A change of another process, such as a deleted key, holds after this time at the latest. */
const KNOWN_MS = 1_000;
const OPEN_MS_MAX = 30_000;

export function createOrgModels(deps: { database: Database; connections: Connections; settings: ModelSettings }) {
  const { database, connections, settings } = deps;
  const known = createLru<string, { at: number; models: Promise<OrgModels> }>(1_000);
  const house = createCatalog(settings);

  async function read(orgId: string): Promise<OrgModels> {
    const preferences = await findPreferences(database.tenant(orgId), orgId);
    const opened = await connections.openAll(orgId, providerTypes, AbortSignal.timeout(OPEN_MS_MAX));
    const mayUseHouse = settings.houseKeys && preferences.allow_house_keys;
    const isHouse = opened.length === 0 && mayUseHouse && preferences.default_model === null;
    const catalog = isHouse ? house : merge(settings, orgId, opened, preferences, mayUseHouse);
    return { catalog, preferences, links: preferences.chain.map(toLink) };
  }

  return {
    house,
    load(orgId: string): Promise<OrgModels> {
      const cached = known.get(orgId);
      if (cached !== undefined && performance.now() - cached.at < KNOWN_MS) return cached.models;
      const models = persistently(() => read(orgId));
      known.set(orgId, { at: performance.now(), models });
      models.catch(() => known.delete(orgId));
      return models;
    },
    /** To be called after a change in this process. */
    forget: (orgId: string): void => void known.delete(orgId),
  };
}

const toLink = ({ model, when }: { model: string; when?: Condition[] | undefined }): ChainLink => ({
  model,
  when: when ?? WHEN_DEFAULT,
});

function merge(
  settings: ModelSettings,
  orgId: string,
  opened: OpenedSystem[],
  preferences: ModelPreferences,
  mayUseHouse: boolean,
): Catalog {
  const providers = new Map<string, Provider>();
  const models: CatalogModel[] = [];
  const broken = new Map<string, string>();
  for (const one of opened) {
    const { row } = one;
    const type = row.connector_type as ProviderType;
    const id = type === 'openai_compatible' ? row.name : type;
    // The oldest connection to a provider counts.
    if (providers.has(id) || broken.has(id)) continue;
    if ('failure' in one) {
      broken.set(id, `The connection '${row.name}' cannot be used. ${one.failure}`);
      continue;
    }
    const provider = toProvider(orgId, one, id);
    providers.set(id, provider);
    models.push(...listModels(provider, one.system.config));
  }
  const own = new Set(models.map(({ id }) => id));
  if (mayUseHouse) {
    // The key of the installation does not pay in silence for a connection that is broken.
    for (const [id, provider] of settings.providers)
      if (!providers.has(id) && !broken.has(id)) providers.set(id, provider);
    models.push(...settings.models.filter(({ id }) => !own.has(id)));
  } else addLocal(settings, providers, models);
  const defaultModel = preferences.default_model ?? (mayUseHouse ? settings.defaultModel : undefined);
  const catalog = createCatalog({ ...settings, providers, models, defaultModel });
  if (broken.size === 0) return catalog;
  return {
    ...catalog,
    resolve(asked) {
      try {
        return catalog.resolve(asked);
      } catch (error) {
        if (!(error instanceof EngineFailure)) throw error;
        throw new EngineFailure([error.message, ...broken.values()].join(' '), { code: error.code });
      }
    },
  };
}

/** It needs no key, so nobody has to allow one. */
function addLocal(
  { providers: house, models: all }: ModelSettings,
  providers: Map<string, Provider>,
  models: CatalogModel[],
) {
  const local = house.get(LOCAL);
  const model = all.find(({ id }) => id === LOCAL);
  if (local?.protocol !== 'local' || model === undefined || providers.has(LOCAL)) return;
  providers.set(LOCAL, local);
  models.push(model);
}

const protocols: Record<ProviderType, Protocol> = {
  openai: 'openai',
  anthropic: 'anthropic',
  google: 'google',
  openai_compatible: 'openai-compatible',
};

function toProvider(orgId: string, { row, system }: Extract<OpenedSystem, { system: unknown }>, id: string): Provider {
  const type = row.connector_type as ProviderType;
  const { config, auth } = system;
  const number = (value: unknown): number | undefined => (typeof value === 'number' ? value : undefined);
  return {
    id,
    protocol: protocols[type],
    baseUrl: addressOf(type, config),
    apiKey: typeof auth.api_key === 'string' && auth.api_key !== '' ? auth.api_key : undefined,
    callsPerMinute: number(config.requests_per_minute),
    tokensPerMinute: number(config.tokens_per_minute),
    region: typeof config.region === 'string' && config.region !== '' ? config.region : undefined,
    takesAnyModel: type === 'openai_compatible' && listModelIds(config.models).length === 0,
    own: { orgId, connectionId: row.id, name: row.name, version: system.key, policy: row.policy },
  };
}

/** The models that a server with its own list has. Those of known providers are in the catalog. */
function listModels(provider: Provider, config: Record<string, unknown>): CatalogModel[] {
  if (provider.protocol !== 'openai-compatible') return [];
  const { input_price: input, output_price: output } = config;
  const prices = typeof input === 'number' && typeof output === 'number' ? { prices: { input, output } } : {};
  return listModelIds(config.models).map((id) => ({
    id,
    providers: [provider.id],
    capabilities: ['text', 'image'],
    ...usualModel,
    ...prices,
  }));
}
