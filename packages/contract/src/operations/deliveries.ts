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

export const deliveries = defineOperations('Webhooks', {
  list: {
    at: 'GET /webhooks/:webhook_id/deliveries/',
    aliases: ['/v1/webhooks/:webhook_id/deliveries/'],
    summary: 'List deliveries of a webhook',
    description: 'Newest first. Covers the newest 100,000 deliveries of the last 30 days.',
    query: DeliveryListQuery,
    responses: { 200: DeliveryPage },
  },
  recover: {
    at: 'POST /webhooks/:webhook_id/deliveries/recover/',
    aliases: ['/v1/webhooks/:webhook_id/deliveries/recover/'],
    summary: 'Recover failed deliveries',
    description:
      'Sends every failed or pending delivery created at or after `since` again immediately. Each keeps its webhook-id.',
    body: RecoverBody,
    responses: { 202: RecoverAnswer },
    errors: ['invalid_request'],
  },
  get: {
    at: 'GET /webhooks/:webhook_id/deliveries/:delivery_id/',
    aliases: ['/v1/webhooks/:webhook_id/deliveries/:delivery_id/'],
    summary: 'Retrieve a delivery',
    description: 'Returns the request and, for each attempt, the response, the duration and the reason for a failure.',
    responses: { 200: DeliveryDetail },
  },
  resend: {
    at: 'POST /webhooks/:webhook_id/deliveries/:delivery_id/resend/',
    aliases: ['/v1/webhooks/:webhook_id/deliveries/:delivery_id/resend/'],
    summary: 'Send a delivery again',
    description: 'Sends the same body with the same webhook-id immediately. If it fails, all retries apply.',
    responses: { 202: Delivery },
    errors: ['invalid_request'],
  },
  ofJob: {
    at: 'GET /v1/agents/jobs/:job_id/webhook/deliveries/',
    tag: 'Jobs',
    summary: 'Deliveries of a job',
    description: 'Lists the webhook deliveries of this job with their outcome, newest first, at most 100.',
    responses: { 200: Type.Array(JobDelivery) },
  },
  resendOfJob: {
    at: 'POST /v1/agents/jobs/:job_id/webhook/resend/',
    tag: 'Jobs',
    summary: 'Send the event of a job again',
    description:
      'Creates a new delivery to all active webhooks of the agent, or to one of them. The job does not change.',
    body: ResendBody,
    responses: { 200: ResendAnswer },
    errors: ['job_not_final', 'invalid_request'],
  },
});
