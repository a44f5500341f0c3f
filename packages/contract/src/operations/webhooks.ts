import { Type } from 'typebox';
import { defineOperations } from '../operation.ts';
import {
  LinkAnswer,
  LinkBody,
  LinkedAgent,
  TestAnswer,
  Webhook,
  WebhookCreateBody,
  WebhookReplaceBody,
  WebhookUpdateBody,
} from '../webhooks.ts';

export const webhooks = defineOperations('Webhooks', {
  list: {
    at: 'GET /webhooks/',
    aliases: ['/v1/webhooks/'],
    summary: 'List webhooks',
    description: 'Lists the webhooks of the organization, newest first, with the outcome of their last deliveries.',
    responses: { 200: Type.Array(Webhook) },
  },
  create: {
    at: 'POST /webhooks/',
    aliases: ['/v1/webhooks/'],
    summary: 'Create a webhook',
    description:
      'If you send no secret, one is generated. The webhook receives events of the agents that it is linked to. `agent_ids` links it on creation.',
    body: WebhookCreateBody,
    responses: { 201: Webhook },
    errors: ['invalid_request'],
  },
  get: {
    at: 'GET /webhooks/:webhook_id/',
    aliases: ['/v1/webhooks/:webhook_id/'],
    summary: 'Retrieve a webhook',
    description: 'Returns the webhook with its settings and the outcome of its last deliveries.',
    responses: { 200: Webhook },
  },
  replace: {
    at: 'PUT /webhooks/:webhook_id/',
    aliases: ['/v1/webhooks/:webhook_id/'],
    summary: 'Replace the settings of a webhook',
    description:
      'Omitted or null fields stay unchanged. Set is_active to true to turn on a webhook that the service turned off. A new url or secret applies from the next attempt.',
    body: WebhookReplaceBody,
    responses: { 200: Webhook },
  },
  update: {
    at: 'PATCH /webhooks/:webhook_id/',
    aliases: ['/v1/webhooks/:webhook_id/'],
    summary: 'Update a webhook',
    description:
      'Omitted or null fields stay unchanged. Set is_active to true to turn on a webhook that the service turned off. A new url or secret applies from the next attempt.',
    body: WebhookUpdateBody,
    responses: { 200: Webhook },
  },
  delete: {
    at: 'DELETE /webhooks/:webhook_id/',
    aliases: ['/v1/webhooks/:webhook_id/'],
    summary: 'Delete a webhook',
    description: 'Refused while it is linked to an agent. Also deletes its deliveries.',
    responses: { 204: null },
    errors: ['invalid_request'],
  },
  rotateSecret: {
    at: 'POST /webhooks/:webhook_id/rotate-secret/',
    aliases: ['/v1/webhooks/:webhook_id/rotate-secret/'],
    summary: 'Rotate the secret',
    description:
      'For 24 hours, each delivery has a signature with the new secret and one with every secret replaced in that time.',
    responses: { 200: Webhook },
    errors: ['conflict'],
  },
  agents: {
    at: 'GET /webhooks/:webhook_id/agents/',
    aliases: ['/v1/webhooks/:webhook_id/agents/'],
    summary: 'List the agents of a webhook',
    description: 'Lists the id and name of every agent whose jobs are reported to the webhook.',
    responses: { 200: Type.Array(LinkedAgent) },
  },
  link: {
    at: 'POST /webhooks/:webhook_id/agents/',
    aliases: ['/v1/webhooks/:webhook_id/agents/'],
    summary: 'Link a webhook to agents',
    description:
      'The webhook receives events of jobs of these agents that end from now on. Either all are linked or none.',
    body: LinkBody,
    responses: { 201: LinkAnswer },
  },
  unlink: {
    at: 'DELETE /webhooks/:webhook_id/agents/:agent_id/',
    aliases: ['/v1/webhooks/:webhook_id/agents/:agent_id/'],
    summary: 'Unlink a webhook from an agent',
    description: 'The webhook no longer receives events of jobs of this agent.',
    responses: { 204: null },
  },
  ofAgent: {
    at: 'GET /v1/agents/:agent_id/webhooks/',
    summary: 'List the webhooks of an agent',
    description: 'Lists every webhook that receives events of jobs of this agent.',
    responses: { 200: Type.Array(Webhook) },
  },
  test: {
    at: 'POST /v1/agents/:agent_id/webhooks/:webhook_id/test/',
    summary: 'Test a webhook',
    description:
      'Posts an example event immediately and returns the outcome. No job runs. This also works if the webhook is turned off.',
    responses: { 200: TestAnswer },
    errors: ['rate_limited'],
  },
});
