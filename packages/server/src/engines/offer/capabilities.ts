import type { Model } from '@errand/contract/engines.ts';
import type { Engine, Feature } from '../engine/engine.ts';
import type { Catalog } from '../models/catalog.ts';

// The capabilities of a process: what it has for running jobs. Workers announce them in their database row, since the
// machine that serves a request may lack what the machine that runs the job has, and vice versa.

/** The description of an engine for processes that have not loaded it. */
export type EngineDescription = Pick<
  Engine,
  | 'id'
  | 'name'
  | 'description'
  | 'inputs'
  | 'fixedInputs'
  | 'supportsMemory'
  | 'policy'
  | 'configSchema'
  | 'defaultConfig'
>;

export type Capabilities = {
  /** Null if available, or what is missing, as the rest of a sentence that begins with an engine's name. */
  features: Record<Feature, string | null>;
  engines: string[];
  /** Custom engines, for processes that do not have their files. */
  modules: EngineDescription[];
  models: Model[];
  providers: string[];
  defaultModel: string;
  /** Whether a self-hosted server accepts any model name. */
  takesAnyModel: boolean;
  toolServers: string[];
};

export function describeCapabilities(has: {
  features: Capabilities['features'];
  engines: Engine[];
  modules: Engine[];
  catalog: Catalog;
  toolServers: string[];
}): Capabilities {
  return {
    features: has.features,
    engines: has.engines.map(({ id }) => id),
    modules: has.modules.map(describeEngine),
    models: has.catalog.list(),
    ...has.catalog.summary(),
    toolServers: has.toolServers,
  };
}

const describeEngine = (engine: Engine): EngineDescription => ({
  id: engine.id,
  name: engine.name,
  description: engine.description,
  inputs: engine.inputs,
  fixedInputs: engine.fixedInputs,
  supportsMemory: engine.supportsMemory,
  ...(engine.policy !== undefined && { policy: engine.policy }),
  configSchema: engine.configSchema,
  defaultConfig: engine.defaultConfig,
});
