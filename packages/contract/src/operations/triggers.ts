import { defineOperations } from '../operation.ts';
import {
  HookAnswer,
  Trigger,
  TriggerCreateBody,
  TriggerListQuery,
  TriggerPage,
  TriggerRunPage,
  TriggerTestAnswer,
  TriggerTestBody,
  TriggerUpdateBody,
} from '../triggers.ts';
import { PageQuery } from '../values.ts';

export const triggers = defineOperations('Triggers', {
  list: {
    at: 'GET /v1/triggers/',
    summary: 'List triggers',
    description: 'Lists the triggers of the organization, newest first, with their last run.',
    query: TriggerListQuery,
    responses: { 200: TriggerPage },
  },
  create: {
    at: 'POST /v1/triggers/',
    summary: 'Create a trigger',
    description:
      'Starts an agent when something happens: a request to the address in `url` (http), a new object (storage), or the end of another agent’s job (agent).',
    body: TriggerCreateBody,
    responses: { 201: Trigger },
    errors: ['invalid_request', 'unavailable'],
  },
  get: {
    at: 'GET /v1/triggers/:trigger_id/',
    summary: 'Retrieve a trigger',
    description: 'Returns the trigger with its address and last run. Its secret is never shown.',
    responses: { 200: Trigger },
    errors: ['unavailable'],
  },
  replace: {
    at: 'PUT /v1/triggers/:trigger_id/',
    summary: 'Replace a trigger',
    description: 'Omitted settings get their defaults. The kind, the address and the secret stay.',
    body: TriggerCreateBody,
    responses: { 200: Trigger },
    errors: ['unavailable'],
  },
  update: {
    at: 'PATCH /v1/triggers/:trigger_id/',
    summary: 'Update a trigger',
    description: 'Omitted settings stay unchanged. The kind cannot be changed.',
    body: TriggerUpdateBody,
    responses: { 200: Trigger },
    errors: ['unavailable'],
  },
  delete: {
    at: 'DELETE /v1/triggers/:trigger_id/',
    summary: 'Delete a trigger',
    description: 'Also deletes its address and its list of runs. Jobs that it started stay.',
    responses: { 204: null },
  },
  test: {
    at: 'POST /v1/triggers/:trigger_id/test/',
    content: 'text',
    summary: 'Test a trigger',
    description: 'Returns what a sample event would do: whether the condition is true, and the inputs. No job starts.',
    body: TriggerTestBody,
    responses: { 200: TriggerTestAnswer },
  },
  runs: {
    at: 'GET /v1/triggers/:trigger_id/runs/',
    summary: 'List the runs of a trigger',
    description: 'Lists the outcome of each event, latest first. Entries are kept for 30 days.',
    query: PageQuery,
    responses: { 200: TriggerRunPage },
  },
  receive: {
    at: 'POST /hooks/:hook_token/',
    summary: 'Send an event to a trigger',
    description:
      'This is the address of an http trigger. The event id is in the header webhook-id, else Idempotency-Key, else the header named by `id_header`. An event starts one job, no matter how often it is sent. 401 if the signature is not valid.',
    scope: 'none',
    accepts: ['json', 'form'],
    responses: { 202: HookAnswer },
    errors: [
      'not_authenticated',
      'not_found',
      'invalid_inputs',
      'missing_inputs',
      'organization_paused',
      'feature_disabled',
      'insufficient_credits',
      'rate_limited',
      'unavailable',
    ],
  },
  rotateAddress: {
    at: 'POST /v1/triggers/:trigger_id/rotate-address/',
    summary: 'Rotate the address of a trigger',
    description: 'Creates a new address for an http trigger. The old address returns 404 from now on.',
    responses: { 200: Trigger },
    errors: ['invalid_request', 'unavailable'],
  },
});
