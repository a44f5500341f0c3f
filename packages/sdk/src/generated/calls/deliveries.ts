// Made from packages/contract by `npm run generate`. Change the contract, not this file.

import type { CallOptions, QueryOf } from '../../transport/options.ts';
import type {
  Delivery,
  DeliveryDetail,
  DeliveryListQuery,
  DeliveryPage,
  JobDelivery,
  RecoverAnswer,
  RecoverBody,
  ResendAnswer,
  ResendBody,
} from '../types/webhooks.ts';

export interface DeliveriesCalls {
  /** Deliveries of a webhook. Newest first, the newest 100,000 of the last 30 days. */
  list(webhookId: string, query?: QueryOf<DeliveryListQuery>, options?: CallOptions): Promise<DeliveryPage>;
  /**
   * Send again what did not arrive. Every failed or pending delivery made at or after `since` is due at once, with
   * its old webhook-id.
   */
  recover(webhookId: string, body: RecoverBody, options?: CallOptions): Promise<RecoverAnswer>;
  /**
   * One delivery with its attempts. What was sent, and for each attempt what came back, how long it took and why
   * it failed.
   */
  get(webhookId: string, deliveryId: string, options?: CallOptions): Promise<DeliveryDetail>;
  /**
   * Send a delivery again. The same body under the same webhook-id, at once, with all retries if it fails.
   */
  resend(webhookId: string, deliveryId: string, options?: CallOptions): Promise<Delivery>;
  /**
   * Deliveries of a job. Whom the service told about this job, and how that went: newest first, at most 100.
   */
  ofJob(jobId: string, options?: CallOptions): Promise<JobDelivery[]>;
  /**
   * Send the event of a job again. To all active webhooks of its agent, or to one. A new delivery; the job is not
   * touched.
   */
  resendOfJob(jobId: string, body?: ResendBody, options?: CallOptions): Promise<ResendAnswer>;
}
