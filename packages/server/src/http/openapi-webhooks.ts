import { WebhookEvent } from '@errand/contract/webhooks.ts';
import { answerExample } from './openapi-examples.ts';

// What the service sends, as the description has it.

type Json = Record<string, unknown>;

const SIGNATURE =
  'Verify each delivery as Standard Webhooks says: `webhook-signature` is `v1,` and base64 of HMAC-SHA256 over `{webhook-id}.{webhook-timestamp}.{raw body}`; during a rotation it is several, separated by spaces. The key is the base64 after `whsec_` in the secret of the webhook, decoded; any other secret is its UTF-8 bytes. Refuse timestamps more than five minutes off.';

const header = (name: string, description: string, example: string): Json => ({
  name,
  in: 'header',
  required: true,
  description,
  schema: { type: 'string' },
  example,
});

export const describeWebhooks = (): Json => ({
  job_completed: {
    post: {
      operationId: 'deliveries.receive',
      summary: 'A job ended',
      description: `Sent to every active webhook of the agent when a job succeeds or fails. ${SIGNATURE}`,
      tags: ['Webhooks'],
      parameters: [
        header('webhook-id', 'The same in every attempt: handle each once.', 'msg_01980a6e7c3f7b529d0e6f1f5a2b3c4d'),
        header('webhook-timestamp', 'Unix seconds of this attempt.', '1760000000'),
        header(
          'webhook-signature',
          'One or more signatures, separated by spaces.',
          'v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=',
        ),
        header('webhook-event', '`job_completed`, or `test`.', 'job_completed'),
      ],
      requestBody: {
        required: true,
        content: { 'application/json': { schema: WebhookEvent, example: answerExample(WebhookEvent) } },
      },
      responses: {
        '2XX': { description: 'Received. Anything else, or nothing within 15 seconds, is tried again.' },
        '410': { description: 'Not wanted any more: the webhook is switched off.' },
      },
    },
  },
});
