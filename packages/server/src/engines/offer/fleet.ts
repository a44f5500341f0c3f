import type { Model } from '@errand/contract/engines.ts';
import type { Engine, Feature } from '../engine/engine.ts';
import { describeMissingModel } from '../models/catalog.ts';
import type { Capabilities, EngineDescription } from './capabilities.ts';

// The capabilities of all running workers. The jobs domain updates them with each heartbeat.

/** Workers with equal capabilities, or null if they run a version that announces none. */
export type WorkerGroup = { workers: number; capabilities: Capabilities | null };

export type Fleet = ReturnType<typeof createFleet>;

const NO_WORKER = 'No worker is running, so jobs wait. Start one: errand serve --role worker.';

export function createFleet(own: Capabilities) {
  let groups: WorkerGroup[] = [];
  // Keeps the capabilities of workers that are briefly away.
  let lastSeen: Capabilities[] = [own];
  let hasUnknown = false;
  let models = mergeModels([own]);

  const counted = () => groups.filter((group): group is Told => group.capabilities !== null);

  /** Returns a message if some or all workers lack something, or undefined if all have it. */
  function lacking(lackOf: (capabilities: Capabilities) => string | null): string | undefined {
    const lacks = lastSeen.map(lackOf);
    const [lack] = lacks.filter((one) => one !== null);
    if (lack === undefined) return undefined;
    if (lacks.every((one) => one !== null)) return hasUnknown ? undefined : lack;
    const told = counted();
    const without = told.filter(({ capabilities }) => lackOf(capabilities) !== null);
    const all = groups.reduce((sum, { workers }) => sum + workers, 0);
    const some = without.reduce((sum, { workers }) => sum + workers, 0);
    return `Jobs fail on ${some} of ${all} workers: ${lack}`;
  }

  const featureLack = (engine: Named, feature: Feature) => (capabilities: Capabilities) => {
    const lack = capabilities.features[feature] ?? null;
    return lack === null ? null : `${engine.name} ${lack}`;
  };

  return {
    /** Replaces the groups. An empty list means that no worker is running. */
    set(next: WorkerGroup[]): void {
      groups = next;
      if (next.length === 0) return;
      lastSeen = counted().map(({ capabilities }) => capabilities);
      hasUnknown = lastSeen.length < next.length;
      models = mergeModels(lastSeen);
    },

    /** Returns why no job of this engine can run now, or null if one can. */
    unavailableReason(engine: Needy): string | null {
      if (groups.length === 0) return NO_WORKER;
      if (hasUnknown) return null;
      const can = (one: Capabilities) =>
        one.engines.includes(engine.id) &&
        (engine.needs ?? []).every((feature) => (one.features[feature] ?? null) === null);
      if (lastSeen.some(can)) return null;
      if (!lastSeen.some(({ engines }) => engines.includes(engine.id))) return missingEngine(engine.id);
      const [lack] = (engine.needs ?? []).map((feature) => lacking(featureLack(engine, feature)));
      return lack ?? `No worker has everything that ${engine.name} needs.`;
    },

    /** Returns what the workers lack for this engine and for the features that its configuration needs. */
    lacks(engine: Needy, asked: readonly Feature[]): string[] {
      const missing = lacking(({ engines }) => (engines.includes(engine.id) ? null : missingEngine(engine.id)));
      const features = new Set([...(engine.needs ?? []), ...asked]);
      return [missing, ...[...features].map((feature) => lacking(featureLack(engine, feature)))].filter(
        (one) => one !== undefined,
      );
    },

    /** Returns why the workers cannot call this model (default: the default model), or undefined if they can. */
    modelLack: (model: string | undefined): string | undefined =>
      lacking((one) => {
        const id = model ?? one.defaultModel;
        const isThere = one.takesAnyModel || one.models.some((offered) => offered.id === id);
        return isThere ? null : describeMissingModel(id, one.providers);
      }),

    listModels: (): Model[] => models,
    findModule: (id: string): EngineDescription | undefined =>
      lastSeen.flatMap(({ modules }) => modules).find((module) => module.id === id),
    listModules: (): EngineDescription[] => lastSeen.flatMap(({ modules }) => modules),

    /**
     * Whether a job of this engine has the same result here as on any worker. An API process may run jobs whose callers
     * wait, but never with other models or services than the workers have.
     */
    isLikeWorkers(engine: Engine | undefined): boolean {
      if (engine === undefined) return false;
      const relevant = (one: Capabilities) => JSON.stringify(relevantTo(engine, one));
      const mine = relevant(own);
      // If no worker has the engine, only this process can run it.
      const able = lastSeen.filter((one) => one.engines.includes(engine.id));
      return able.every((one) => one === own || relevant(one) === mine);
    },
  };
}

type Named = Pick<Engine, 'id' | 'name'>;
type Needy = Named & Pick<Engine, 'needs'>;
type Told = WorkerGroup & { capabilities: Capabilities };

function relevantTo(engine: Engine, has: Capabilities): unknown[] {
  const used = engine.uses ?? engine.needs ?? [];
  const asksModel = Object.hasOwn(engine.configSchema.properties, 'model');
  return [
    used.map((feature) => (has.features[feature] ?? null) === null),
    asksModel ? [has.defaultModel, has.takesAnyModel, has.models.map(({ id }) => id), has.toolServers] : null,
  ];
}

/** Lists each model once, in the order of the workers' lists. */
function mergeModels(all: Capabilities[]): Model[] {
  const models = new Map<string, Model>();
  for (const { models: offered } of all)
    for (const model of offered) if (!models.has(model.id)) models.set(model.id, model);
  return [...models.values()];
}

const missingEngine = (id: string): string =>
  `The engine ${id} is missing. Add its file to ERRAND_ENGINE_MODULES on the workers.`;
