import type { Model } from '@errand/contract/engines.ts';
import type { Engine, Feature } from '../engine/engine.ts';
import type { Catalog } from '../models/catalog.ts';

// What a process has for running jobs. Workers announce it in their row of the database, since what the machine that
// answers a request has says nothing about the one that will run the job.

/** An engine as whoever has not loaded it can know it. */
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
  /** Null: it is there. Else what is missing, as the end of a sentence that begins with the name of an engine. */
  features: Record<Feature, string | null>;
  engines: string[];
  /** Those that are not built in: a process without their file learns here what they are. */
  modules: EngineDescription[];
  models: Model[];
  providers: string[];
  defaultModel: string;
  /** A server of one's own takes any name of a model. */
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
