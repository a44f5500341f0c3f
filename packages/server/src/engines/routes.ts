import { operations } from '@errand/contract/operations/operations.ts';
import type { FastifyInstance } from 'fastify';
import { endpoint } from '#http/endpoint.ts';
import type { Service } from '#http/service.ts';
import type { EngineRuntime } from './engine-runtime.ts';
import { addHttpEngineRoutes, type HttpEngineRouteDeps } from './http-engine/routes.ts';
import { addModelRoutes, type ModelRouteDeps } from './model-routes.ts';
import { fitsCapability } from './models/catalog.ts';
import type { Fleet } from './offer/fleet.ts';
import type { EngineOffer, OfferedEngine } from './offer/offer.ts';

type Needs = Omit<ModelRouteDeps, 'orgModels' | 'fleet' | 'houseKeys' | 'hasBatchLane' | 'findLocalProblem'> &
  Omit<HttpEngineRouteDeps, 'verify'> & { engineRuntime: EngineRuntime };

export const service: Service<Needs> = ({ database, box, engineRuntime, startTry, wakeJob }) => {
  const { offer, fleet, verify, ...models } = engineRuntime;
  return {
    routes(app) {
      addEngineRoutes(app, { offer, fleet });
      addModelRoutes(app, { ...models, database, fleet, startTry });
      addHttpEngineRoutes(app, { database, box, verify, wakeJob });
    },
  };
};

function addEngineRoutes(app: FastifyInstance, { offer, fleet }: { offer: EngineOffer; fleet: Fleet }): void {
  endpoint(app, operations.engines.list, {
    handler() {
      const engines = offer.list();
      return {
        engine_types: engines.map((engine) => engine.id),
        total_count: engines.length,
        engines: engines.map(engineType),
      };
    },
  });

  endpoint(app, operations.engines.models, {
    handler({ query: { capability } }) {
      const models = fleet.listModels().filter((model) => fitsCapability(model, capability));
      return { models, total_count: models.length, tenant_scope: 'all-tenants' };
    },
  });
}

const engineType = (engine: OfferedEngine) => ({
  engine_class_id: engine.id,
  engine_name: engine.name,
  description: engine.description,
  input_schema: engine.inputs,
  config_schema: { ...engine.configSchema },
  default_engine_config: engine.defaultConfig,
  fixed_inputs: engine.fixedInputs,
  available: engine.unavailableReason() === null,
  unavailable_reason: engine.unavailableReason(),
});
