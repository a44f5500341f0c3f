import { EngineCallback, EngineCallbackAnswer, EngineTypes, Models, ModelsQuery } from '../engines.ts';
import { defineOperations } from '../operation.ts';

const tag = 'Discovery';

export const engines = defineOperations({
  list: {
    method: 'GET',
    path: '/v1/agents/types/',
    tag,
    summary: 'List engines',
    description:
      'The engines an agent can use, with their inputs, configuration schema and default configuration, and whether a running worker has everything they need.',
    scope: 'credential',
    responses: { 200: EngineTypes },
  },
  models: {
    method: 'GET',
    path: '/v1/agents/models/',
    tag,
    summary: 'List models',
    description: 'The models whose provider a running worker has, and the built-in baseline model, which needs none.',
    scope: 'credential',
    query: ModelsQuery,
    responses: { 200: Models },
    errors: ['invalid_fields'],
  },
  callback: {
    method: 'POST',
    path: '/v1/engine-callbacks/',
    tag,
    summary: 'Answer as a remote agent',
    description:
      'The answer of an agent of HttpEngine that accepted its job with 202. Authenticated by the signature of the body with the secret of the agent (webhook-id, webhook-timestamp, webhook-signature as in Standard Webhooks; the id is that of the request). The first answer counts.',
    scope: 'none',
    body: EngineCallback,
    responses: { 200: EngineCallbackAnswer },
    errors: ['invalid_fields', 'not_authenticated'],
  },
});
