import { EngineTypes, Models, ModelsQuery } from '@errand/contract/engines.ts';
import type { FastifyInstance } from 'fastify';
import { endpoint } from '#http/endpoint.ts';
import { readQuery } from '#http/validate.ts';
import { fitsCapability } from './models/catalog.ts';
import type { Fleet } from './offer/fleet.ts';
import type { EngineOffer, OfferedEngine } from './offer/offer.ts';

export function addEngineRoutes(app: FastifyInstance, { offer, fleet }: { offer: EngineOffer; fleet: Fleet }): void {
  endpoint(app, {
    method: 'GET',
    path: '/v1/agents/types/',
    summary: 'List engines',
    description:
      'The engines an agent can use, with their inputs, configuration schema and default configuration, and whether a running worker has all that they need.',
    tag: 'Discovery',
    scope: 'credential',
    responses: { 200: EngineTypes },
    async handler() {
      const engines = offer.list();
      return {
        engine_types: engines.map((engine) => engine.id),
        total_count: engines.length,
        engines: engines.map(engineType),
      };
    },
  });

  endpoint(app, {
    method: 'GET',
    path: '/v1/agents/models/',
    summary: 'List models',
    description: 'The models whose provider a running worker has, and the built-in baseline model, which needs none.',
    tag: 'Discovery',
    scope: 'credential',
    query: ModelsQuery,
    responses: { 200: Models },
    errors: ['invalid_fields'],
    async handler(request) {
      const { capability } = readQuery(request, ModelsQuery);
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
  config_schema: engine.configSchema,
  default_engine_config: engine.defaultConfig,
  fixed_inputs: engine.fixedInputs,
  available: engine.unavailableReason() === null,
  unavailable_reason: engine.unavailableReason(),
});
