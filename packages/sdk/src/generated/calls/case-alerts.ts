// Made from packages/contract by `npm run generate`. Change the contract, not this file.

import type { CallOptions, KeyedOptions, QueryOf } from '../../transport/options.ts';
import type { PagedCall } from '../../transport/pages.ts';
import type { CaseAlert, CaseAlertBody, CaseAlertPage, CaseAlertQuery } from '../types/case-desk.ts';
import type { CaseAlertFacets, CaseAlertFacetsQuery } from '../types/case-search.ts';

export interface CaseAlertsCalls {
  /** List case alerts. Newest first. `q` searches by queue, rule, subject, amount and other members. */
  list: PagedCall<(query?: QueryOf<CaseAlertQuery>, options?: CallOptions) => Promise<CaseAlertPage>>;
  /**
   * Distribution of case alerts. Counts by queue, rule, priority and currency, with the same filters as the list.
   */
  facets(query?: QueryOf<CaseAlertFacetsQuery>, options?: CallOptions): Promise<CaseAlertFacets>;
  /**
   * Send a case alert. It joins the open case about the same subject by the rule of its queue, or opens one. The
   * same `external_id` gives the same alert; with other content it is a 409.
   */
  create(body: CaseAlertBody, options?: KeyedOptions): Promise<CaseAlert>;
  /** Retrieve a case alert. Returns what was sent, and the case that it belongs to. */
  get(caseAlertId: string, options?: CallOptions): Promise<CaseAlert>;
}
