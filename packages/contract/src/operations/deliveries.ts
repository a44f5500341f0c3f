import { Type } from 'typebox';
import { defineOperations } from '../operation.ts';
import {
  Delivery,
  DeliveryDetail,
  DeliveryListQuery,
  DeliveryPage,
  JobDelivery,
  RecoverAnswer,
  RecoverBody,
  ResendAnswer,
  ResendBody,
} from '../webhooks.ts';

const tag = 'Webhooks';

export const deliveries = defineOperations({
  list: {
    method: 'GET',
    path: '/webhooks/:webhook_id/deliveries/',
    aliases: ['/v1/webhooks/:webhook_id/deliveries/'],
    tag,
    summary: 'Deliveries of a webhook',
    description: 'Newest first, the newest 100,000 of the last 30 days.',
    query: DeliveryListQuery,
    responses: { 200: DeliveryPage },
  },
  recover: {
    method: 'POST',
    path: '/webhooks/:webhook_id/deliveries/recover/',
    aliases: ['/v1/webhooks/:webhook_id/deliveries/recover/'],
    tag,
    summary: 'Send again what did not arrive',
    description: 'Every failed or pending delivery made at or after `since` is due at once, with its old webhook-id.',
    body: RecoverBody,
    responses: { 202: RecoverAnswer },
    errors: ['invalid_request'],
  },
  get: {
    method: 'GET',
    path: '/webhooks/:webhook_id/deliveries/:delivery_id/',
    aliases: ['/v1/webhooks/:webhook_id/deliveries/:delivery_id/'],
    tag,
    summary: 'One delivery with its attempts',
    description: 'What was sent, and for each attempt what came back, how long it took and why it failed.',
    responses: { 200: DeliveryDetail },
  },
  resend: {
    method: 'POST',
    path: '/webhooks/:webhook_id/deliveries/:delivery_id/resend/',
    aliases: ['/v1/webhooks/:webhook_id/deliveries/:delivery_id/resend/'],
    tag,
    summary: 'Send a delivery again',
    description: 'The same body under the same webhook-id, at once, with all retries if it fails.',
    responses: { 202: Delivery },
    errors: ['invalid_request'],
  },
  ofJob: {
    method: 'GET',
    path: '/v1/agents/jobs/:job_id/webhook/deliveries/',
    tag: 'Jobs',
    summary: 'Deliveries of a job',
    description: 'Whom the service told about this job, and how that went: newest first, at most 100.',
    responses: { 200: Type.Array(JobDelivery) },
  },
  resendOfJob: {
    method: 'POST',
    path: '/v1/agents/jobs/:job_id/webhook/resend/',
    tag: 'Jobs',
    summary: 'Send the event of a job again',
    description: 'To all active webhooks of its agent, or to one. A new delivery; the job is not touched.',
    body: ResendBody,
    responses: { 200: ResendAnswer },
    errors: ['invalid_request'],
  },
});
