import { EngineCallback, EngineCallbackAnswer, EngineTypeList, ModelList, ModelsQuery } from '../engines.ts';
import { defineOperations } from '../operation.ts';

export const engines = defineOperations('Discovery', {
  list: {
    at: 'GET /v1/agents/types/',
    summary: 'List engines',
    description:
      'Lists the engines with their inputs, configuration schema and default configuration, and whether a running worker has everything they need.',
    scope: 'credential',
    responses: { 200: EngineTypeList },
  },
  models: {
    at: 'GET /v1/agents/models/',
    summary: 'List models',
    description: 'Lists the models whose provider is configured on a running worker, and the built-in baseline model.',
    scope: 'credential',
    query: ModelsQuery,
    responses: { 200: ModelList },
    errors: ['invalid_fields'],
  },
  callback: {
    at: 'POST /v1/engine-callbacks/',
    content: 'rows',
    summary: 'Answer as a remote agent',
    description:
      'A remote agent (HttpEngine) that accepted its job with 202 sends its answer here. The signature of the body with the secret of the agent authenticates it (webhook-id, webhook-timestamp and webhook-signature as in Standard Webhooks, with the id of the request). Only the first answer counts.',
    scope: 'none',
    body: EngineCallback,
    responses: { 200: EngineCallbackAnswer },
    errors: ['invalid_fields', 'not_authenticated'],
  },
});
