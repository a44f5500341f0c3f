// Made from packages/contract by `npm run generate`. Change the contract, not this file.

import type { CallOptions, QueryOf } from '../../transport/options.ts';
import type { PagedCall } from '../../transport/pages.ts';
import type {
  Promotion,
  PromotionApproveBody,
  PromotionListQuery,
  PromotionPage,
  PromotionRejectBody,
} from '../types/promotions.ts';

export interface PromotionsCalls {
  /** List promotions. Versions that were proposed where a gate asks for four eyes, newest first. */
  list: PagedCall<(query?: QueryOf<PromotionListQuery>, options?: CallOptions) => Promise<PromotionPage>>;
  /** Retrieve a promotion. Who proposed which version, why, and how it ended. */
  get(promotionId: string, options?: CallOptions): Promise<Promotion>;
  /**
   * Approve a promotion. Makes the version current. Only for people signed in as themselves, other than who
   * proposed it, with the role that the promotion needs. 409 if another version is current by now, or the run no
   * longer passes.
   */
  approve(promotionId: string, body?: PromotionApproveBody, options?: CallOptions): Promise<Promotion>;
  /** Reject a promotion. The current version stays. Whoever proposed it takes it back this way. */
  reject(promotionId: string, body: PromotionRejectBody, options?: CallOptions): Promise<Promotion>;
}
