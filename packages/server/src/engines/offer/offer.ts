import type { AgentEngine } from '#agents/model.ts';
import { findConfigProblems } from '../engine/config.ts';
import type { Engine } from '../engine/engine.ts';
import type { EngineDescription } from './capabilities.ts';
import { findConfigWarnings } from './config-warnings.ts';
import type { Fleet } from './fleet.ts';

// The engines that agents can use: those of this process, and those that only workers have loaded.

export type OfferedEngine = AgentEngine &
  Pick<Engine, 'description' | 'configSchema'> & { unavailableReason(): string | null };
export type EngineOffer = { find(id: string): OfferedEngine | undefined; list(): OfferedEngine[] };

type Registry = { find(id: string): Engine | undefined; list(): Engine[] };

/** `houseKeys`: whether the operator lets organizations use the keys of the installation. */
export function createOffer(registry: Registry, fleet: Fleet, houseKeys = true): EngineOffer {
  const offered = new WeakMap<EngineDescription, OfferedEngine>();

  function offer(engine: Engine | EngineDescription): OfferedEngine {
    let known = offered.get(engine);
    if (known === undefined) {
      known = {
        checkConfig: (config) => findConfigProblems(engine.configSchema, config),
        ...engine,
        needsConfig:
          (engine.configSchema.required ?? []).length > 0 || engine.policy === 'required' || hasChoice(engine),
        configWarnings: (config, definitions, own, allows) =>
          findConfigWarnings(engine, config, definitions, fleet, { own, mayUseHouse: houseKeys && allows }),
        unavailableReason: () => fleet.unavailableReason(engine),
      };
      offered.set(engine, known);
    }
    return known;
  }

  return {
    find(id) {
      const engine = registry.find(id) ?? fleet.findModule(id);
      return engine && offer(engine);
    },
    list() {
      const own = registry.list();
      const others = fleet.listModules().filter(({ id }) => registry.find(id) === undefined);
      const once = new Map(others.map((module) => [module.id, module]));
      return [...own, ...once.values()].map(offer);
    },
  };
}

const hasChoice = (engine: Engine | EngineDescription): boolean =>
  'findMissing' in engine && (engine.findMissing?.({}) ?? []).length > 0;
