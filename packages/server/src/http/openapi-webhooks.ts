import { WebhookEvent } from '@errand/contract/webhooks.ts';
import { answerExample } from './openapi-examples.ts';

// Describes the webhook requests that the service sends.

type Json = Record<string, unknown>;

const SIGNATURE =
  'Verify each delivery as Standard Webhooks describes: `webhook-signature` is `v1,` followed by the base64 HMAC-SHA256 of `{webhook-id}.{webhook-timestamp}.{raw body}`. During a rotation it holds several signatures, separated by spaces. If the secret of the webhook starts with `whsec_`, the key is the decoded base64 after it; otherwise the key is the UTF-8 bytes of the secret. Refuse timestamps that are more than five minutes off.';

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
        header('webhook-id', 'The same in every attempt. Handle each id once.', 'msg_01980a6e7c3f7b529d0e6f1f5a2b3c4d'),
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
        '2XX': {
          description: 'Received. After any other status, or no response within 15 seconds, the delivery is retried.',
        },
        '410': { description: 'No longer wanted. Errand disables the webhook.' },
      },
    },
  },
});
