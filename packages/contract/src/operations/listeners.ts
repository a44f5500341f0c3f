import { ListenerBody, PullBody, PulledEvents } from '../listeners.ts';
import { defineOperations } from '../operation.ts';
import { Webhook } from '../webhooks.ts';

export const listeners = defineOperations('Webhooks', {
  create: {
    at: 'POST /v1/webhook-listeners/',
    summary: 'Listen for events',
    description:
      'Creates a temporary webhook without an address. You pull its deliveries. It ends 90 seconds after the last pull.',
    body: ListenerBody,
    responses: { 201: Webhook },
    errors: ['invalid_request'],
  },
  pull: {
    at: 'POST /v1/webhook-listeners/:listener_id/pull/',
    summary: 'Pull the events of a listener',
    description:
      'Returns signed deliveries in the same form as a receiver gets them. They are repeated until you acknowledge them.',
    body: PullBody,
    responses: { 200: PulledEvents },
  },
  delete: {
    at: 'DELETE /v1/webhook-listeners/:listener_id/',
    summary: 'Stop listening',
    description: 'Deletes the temporary webhook with its links and events.',
    responses: { 204: null },
  },
});
