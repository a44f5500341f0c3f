import type { Model, ModelCapability } from '@errand/contract/engines.ts';
import { EngineFailure } from '../engine/engine.ts';
import { BATCH_PRICE, type CatalogModel, knownModels } from './known-models.ts';
import { LOCAL } from './local-settings.ts';
import { knownProviders, type ModelSettings, type Provider } from './settings.ts';

// The models of this installation, and the choice of model and provider for a request. A model is offered if one of its
// providers is configured; `baseline` is built in and always available.

export const BASELINE = 'baseline';

/** `baseline` has no provider. An unknown model has no entry. */
export type ResolvedModel = { id: string; entry: CatalogModel | undefined; provider: Provider | undefined };

export type Catalog = ReturnType<typeof createCatalog>;

export function createCatalog(settings: ModelSettings) {
  const { providers } = settings;
  const own = new Map(settings.models.map((model) => [model.id, model]));
  const all = [...knownModels.filter(({ id }) => !own.has(id)), ...settings.models];

  const providerOf = (model: CatalogModel): Provider | undefined =>
    model.providers.map((id) => providers.get(id)).find((provider) => provider !== undefined);
  const isOffered = (model: CatalogModel): boolean => model.id === BASELINE || providerOf(model) !== undefined;

  /** The configured default, or else a model of the first provider, or else the built-in model. */
  function defaultModel(): string {
    if (settings.defaultModel !== undefined) return settings.defaultModel;
    for (const provider of providers.keys()) {
      // A small model is never the default by accident.
      if (provider === LOCAL) continue;
      const model = DEFAULTS[provider] ?? settings.models.find((one) => one.providers.includes(provider))?.id;
      if (model !== undefined) return model;
    }
    return BASELINE;
  }

  return {
    /** The models that can be called, with the provider of each. */
    offered: (): { entry: CatalogModel; provider: Provider | undefined }[] =>
      all.filter(isOffered).map((entry) => ({ entry, provider: providerOf(entry) })),

    list(): Model[] {
      return all.filter(isOffered).map(({ remoteId: _, prices, description = '', ...model }) => ({
        ...model,
        description,
        prices: prices ? { input: prices.input, output: prices.output } : null,
      }));
    },

    /** Returns the model and provider for this id, or fails with a message that names what is missing. */
    resolve(asked: string | undefined): ResolvedModel {
      const id = asked?.trim() || defaultModel();
      const entry = all.find((model) => model.id === id);
      if (id === BASELINE) return { id, entry, provider: undefined };
      const provider = entry && providerOf(entry);
      if (provider !== undefined) return { id, entry, provider };
      // A self-hosted server may have any model.
      const open = [...providers.values()].find(takesAnyModel);
      if (open !== undefined) return { id, entry, provider: open };
      throw new EngineFailure(describeMissingModel(id, [...providers.keys()], entry), {
        code: 'errand.models.missing',
      });
    },

    summary: () => ({
      providers: [...providers.keys()],
      defaultModel: defaultModel(),
      takesAnyModel: [...providers.values()].some(takesAnyModel),
    }),
  };
}

const takesAnyModel = ({ id, baseUrl, takesAnyModel: takes }: Provider): boolean =>
  takes ?? (id === 'openai' && baseUrl !== undefined);

/** Every model accepts text, and the interface always lists text-only models. */
export const fitsCapability = ({ capabilities }: Model, wanted: ModelCapability | undefined): boolean =>
  wanted === undefined || capabilities.length === 1 || capabilities.includes(wanted);

/** The providers that are known to have a model. */
export const providersOf = (id: string): string[] => knownModels.find((model) => model.id === id)?.providers ?? [];

/** Explains why no provider has this model. Jobs fail with this message, and agents carry it as a warning. */
export function describeMissingModel(
  id: string,
  providers: string[],
  entry: CatalogModel | undefined = knownModels.find((model) => model.id === id),
): string {
  const configured =
    providers.length === 0
      ? 'No provider is configured on this server. The built-in `baseline` needs none.'
      : `Configured providers: ${providers.join(', ')}.`;
  if (entry === undefined) return `Unknown model '${id.slice(0, 100)}'. ${configured}`;
  const variable = knownProviders.find((known) => known.id === entry.providers[0])?.key;
  const hint = variable === undefined ? '' : ` (${variable})`;
  return `The model '${id}' needs the provider ${entry.providers[0]}${hint}. ${configured}`;
}

/** The default model of a provider. */
const DEFAULTS: Record<string, string> = {
  openai: 'gpt-4.1-2025-04-14',
  anthropic: 'claude-sonnet-4-6',
  google: 'gemini-3-flash-preview',
  xai: 'grok-4.20-0309-reasoning',
};

/** `input` includes the tokens read from and written to the provider's cache. */
export type TokenUse = { input: number; cachedInput: number; cacheWrite?: number; output: number };

/** Returns the price in USD, or undefined if it is not known. */
export function priceOf(
  entry: CatalogModel | undefined,
  use: TokenUse,
  lane: 'normal' | 'batch' = 'normal',
): number | undefined {
  const { prices } = entry ?? {};
  if (prices === undefined) return undefined;
  const share = lane === 'batch' ? BATCH_PRICE : 1;
  const isLong = prices.long !== undefined && use.input > prices.long.above;
  const { input, output, cachedInput = input, cacheWrite = input } = isLong ? prices.long! : prices;
  const cached = Math.min(use.cachedInput, use.input);
  const written = Math.min(use.cacheWrite ?? 0, use.input - cached);
  const plain = use.input - cached - written;
  return (share * (plain * input + cached * cachedInput + written * cacheWrite + use.output * output)) / 1_000_000;
}
