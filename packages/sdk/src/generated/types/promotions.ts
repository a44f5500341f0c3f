// Made from packages/contract by `npm run generate`. Change the contract, not this file.

import type { Actor } from './actors.ts';
import type { Page } from './values.ts';

export type Promotion = {
  id: string;
  agent_id: string | null;
  policy_id: string | null;
  /** Name of the agent or policy. */
  name: string;
  version_id: string;
  version_name: string;
  /** The version that was current when this one was proposed. */
  from_version_id: string | null;
  /**
   * `obsolete`: another version became current, the version was deleted, or the gate no longer asks for a second
   * person.
   */
  state: 'proposed' | 'approved' | 'rejected' | 'obsolete';
  reason: string | null;
  /** Why the proposer overrides the gate. */
  override_reason: string | null;
  rehearsal_id: string | null;
  /** Who caused it. */
  actor: Actor;
  proposed_at: string;
  /** Who caused it. */
  decided_by: Actor | null;
  decided_at: string | null;
  /** Of who approved or rejected it. */
  comment: string | null;
};

/** Optional. */
export type PromotionApproveBody = {
  comment?: string | null;
};

export type PromotionListQuery = {
  /** From 1. */
  page?: string;
  /** Default: 20. At most 100 unless the operator sets another limit. */
  page_size?: string;
  /** Only promotions in this state. */
  state?: 'proposed' | 'approved' | 'rejected' | 'obsolete';
  /** Only promotions of this agent. */
  agent_id?: string;
  /** Only promotions of this policy. */
  policy_id?: string;
};

export type PromotionPage = Page<Promotion>;

export type PromotionRejectBody = {
  comment: string;
};
