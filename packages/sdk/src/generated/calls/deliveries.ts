// Made from packages/contract by `npm run generate`. Change the contract, not this file.

import type { CallOptions, QueryOf } from '../../transport/options.ts';
import type { PagedCall } from '../../transport/pages.ts';
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
  list: PagedCall<
    (webhookId: string, query?: QueryOf<DeliveryListQuery>, options?: CallOptions) => Promise<DeliveryPage>
  >;
  /**
   * Recover failed deliveries. Every failed or pending delivery created at or after `since` becomes due at once
   * and keeps its webhook-id.
   */
  recover(webhookId: string, body: RecoverBody, options?: CallOptions): Promise<RecoverAnswer>;
  /**
   * One delivery with its attempts. The request, and for each attempt the response, its duration and why it
   * failed.
   */
  get(webhookId: string, deliveryId: string, options?: CallOptions): Promise<DeliveryDetail>;
  /**
   * Send a delivery again. Sends the same body with the same webhook-id at once, with all retries if it fails.
   */
  resend(webhookId: string, deliveryId: string, options?: CallOptions): Promise<Delivery>;
  /**
   * Deliveries of a job. The webhook deliveries of this job with their outcome: newest first, at most 100.
   */
  ofJob(jobId: string, options?: CallOptions): Promise<JobDelivery[]>;
  /**
   * Send the event of a job again. Creates a new delivery to all active webhooks of its agent, or to one. The job
   * does not change.
   */
  resendOfJob(jobId: string, body?: ResendBody, options?: CallOptions): Promise<ResendAnswer>;
}
