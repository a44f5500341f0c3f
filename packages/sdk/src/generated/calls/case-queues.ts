// Made from packages/contract by `npm run generate`. Change the contract, not this file.

import type { CallOptions, KeyedOptions, QueryOf } from '../../transport/options.ts';
import type { PagedCall } from '../../transport/pages.ts';
import type { VersionListQuery } from '../types/agents.ts';
import type { CaseQueue, CaseQueueBody, CaseQueuePage, CaseQueuePatch } from '../types/case-desk.ts';

export interface CaseQueuesCalls {
  /** List case queues. Newest first. */
  list: PagedCall<(query?: QueryOf<VersionListQuery>, options?: CallOptions) => Promise<CaseQueuePage>>;
  /**
   * Create a case queue. A queue says which alerts join one case, which clocks run, and which decisions need a
   * second person.
   */
  create(body: CaseQueueBody, options?: KeyedOptions): Promise<CaseQueue>;
  /** Retrieve a case queue. Returns its rules. */
  get(caseQueueId: string, options?: CallOptions): Promise<CaseQueue>;
  /** Change a case queue. New clocks apply to new cases. Clocks that run stay as they are. */
  update(caseQueueId: string, body?: CaseQueuePatch, options?: CallOptions): Promise<CaseQueue>;
  /** Delete a case queue. 409 if it has cases. */
  delete(caseQueueId: string, options?: CallOptions): Promise<void>;
}
