import type { Model } from '@errand/contract/engines.ts';
import type { UsableModel } from '@errand/contract/models.ts';
import type { Db } from '#platform/db.ts';
import { BASELINE, type Catalog } from './catalog.ts';
import { findGateStates, type GateState } from './gate-store.ts';
import { BATCH_PRICE, type CatalogModel, type Prices } from './known-models.ts';
import { LOCAL } from './local-settings.ts';
import { keyOf, type Provider, slotOf } from './settings.ts';

export type ListDeps = {
  system: Db;
  hasBatchLane(provider: Provider): Promise<boolean>;
  /** Why the model of this machine cannot be loaded. */
  findLocalProblem(): Promise<string | undefined>;
};

/** Lists what an organization can use. `ofWorkers` are models that this process may not be configured for itself. */
export async function listUsable(
  { system, hasBatchLane, findLocalProblem }: ListDeps,
  catalog: Catalog,
  ofWorkers: Model[],
): Promise<UsableModel[]> {
  const offered = catalog.offered();
  const known = new Set(offered.map(({ entry }) => entry.id));
  const { defaultModel } = catalog.summary();
  const providers = offered.flatMap(({ provider }) => (provider === undefined ? [] : [slotOf(provider)]));
  const elsewhere = ofWorkers.filter(({ id }) => !known.has(id));
  const states = await findGateStates(system, [...providers, ...elsewhere.flatMap((model) => model.providers)]);
  const lanes = new Map<string, boolean>();
  for (const { provider } of offered)
    if (provider !== undefined && !lanes.has(slotOf(provider)))
      lanes.set(slotOf(provider), await hasBatchLane(provider));
  const localProblem = offered.some(({ provider }) => provider?.protocol === 'local')
    ? await findLocalProblem()
    : undefined;
  return [
    ...offered.map(({ entry, provider }) => {
      if (provider?.protocol === 'local' && localProblem !== undefined)
        return {
          ...describe(entry, provider, undefined, defaultModel),
          description: localProblem,
          state: 'out' as const,
        };
      const slot = provider === undefined ? '' : slotOf(provider);
      return describe(entry, provider, states.get(slot), defaultModel, lanes.get(slot));
    }),
    ...elsewhere.map(({ prices, ...model }) =>
      describe(
        { ...model, ...(prices && { prices }) },
        { id: model.providers[0] ?? '', protocol: model.id === LOCAL ? 'local' : 'openai-compatible' },
        states.get(model.providers[0] ?? ''),
        defaultModel,
      ),
    ),
  ];
}

function describe(
  entry: CatalogModel,
  provider: Provider | undefined,
  state: GateState | undefined,
  defaultModel: string,
  hasBatch = false,
): UsableModel {
  return {
    id: entry.id,
    description: entry.description ?? '',
    provider: provider?.id ?? 'builtin',
    where: provider === undefined ? 'built-in' : provider.protocol === 'local' ? 'local' : keyOf(provider),
    connection_id: provider?.own?.connectionId ?? null,
    region: provider?.region ?? null,
    prices: entry.id === BASELINE ? { ...FREE } : describePrices(entry.prices, hasBatch),
    capabilities: entry.capabilities,
    context_window: entry.context_window,
    max_output_tokens: entry.max_output_tokens,
    limits: {
      requests_per_minute: provider?.callsPerMinute ?? null,
      tokens_per_minute: provider?.tokensPerMinute ?? null,
      concurrency: provider?.concurrencyMax ?? null,
    },
    lanes: hasBatch ? ['normal', 'batch'] : ['normal'],
    ...describeState(state),
    is_default: entry.id === defaultModel,
  };
}

const FREE = { input: 0, output: 0, cached_input: 0, batch_input: null, batch_output: null };

const describePrices = (prices: Prices | undefined, hasBatch: boolean): UsableModel['prices'] =>
  prices === undefined
    ? null
    : {
        input: prices.input,
        output: prices.output,
        cached_input: prices.cachedInput ?? prices.input,
        batch_input: hasBatch ? prices.input * BATCH_PRICE : null,
        batch_output: hasBatch ? prices.output * BATCH_PRICE : null,
      };

function describeState(state: GateState | undefined): Pick<UsableModel, 'state' | 'state_until'> {
  if (state === undefined || state.closedMs === 0) return { state: 'available', state_until: null };
  return {
    state: state.outages > 0 ? 'out' : 'limited',
    state_until: new Date(Date.now() + state.closedMs).toISOString(),
  };
}
