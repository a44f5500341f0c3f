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
  /**
   * List deliveries of a webhook. Newest first. Covers the newest 100,000 deliveries of the last 30 days.
   */
  list: PagedCall<
    (webhookId: string, query?: QueryOf<DeliveryListQuery>, options?: CallOptions) => Promise<DeliveryPage>
  >;
  /**
   * Recover failed deliveries. Sends every failed or pending delivery created at or after `since` again
   * immediately. Each keeps its webhook-id.
   */
  recover(webhookId: string, body: RecoverBody, options?: CallOptions): Promise<RecoverAnswer>;
  /**
   * Retrieve a delivery. Returns the request and, for each attempt, the response, the duration and the reason for
   * a failure.
   */
  get(webhookId: string, deliveryId: string, options?: CallOptions): Promise<DeliveryDetail>;
  /**
   * Send a delivery again. Sends the same body with the same webhook-id immediately. If it fails, all retries
   * apply.
   */
  resend(webhookId: string, deliveryId: string, options?: CallOptions): Promise<Delivery>;
  /**
   * Deliveries of a job. Lists the webhook deliveries of this job with their outcome, newest first, at most 100.
   */
  ofJob(jobId: string, options?: CallOptions): Promise<JobDelivery[]>;
  /**
   * Send the event of a job again. Creates a new delivery to all active webhooks of the agent, or to one of them.
   * The job does not change.
   */
  resendOfJob(jobId: string, body?: ResendBody, options?: CallOptions): Promise<ResendAnswer>;
}
