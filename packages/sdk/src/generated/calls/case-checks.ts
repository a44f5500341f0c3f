// Made from packages/contract by `npm run generate`. Change the contract, not this file.

import type { CallOptions, KeyedOptions, QueryOf } from '../../transport/options.ts';
import type { PagedCall } from '../../transport/pages.ts';
import type {
  CaseCheck,
  CaseCheckBody,
  CaseCheckDecision,
  CaseCheckPage,
  CaseCheckQuery,
  CaseSampleBody,
  CaseSampled,
} from '../types/case-records.ts';

export interface CaseChecksCalls {
  /** List second looks. Newest first. */
  list: PagedCall<(query?: QueryOf<CaseCheckQuery>, options?: CallOptions) => Promise<CaseCheckPage>>;
  /** Ask for a second look. At the last decision of a case. 409 if there is one. */
  create(body: CaseCheckBody, options?: KeyedOptions): Promise<CaseCheck>;
  /** Draw a sample of decided cases. By chance, among decisions that nobody has looked at again. */
  sample(body: CaseSampleBody, options?: KeyedOptions): Promise<CaseSampled>;
  /**
   * Say what a second look found. Not by who decided the case. The decision stays; reopen the case to change it.
   */
  decide(caseCheckId: string, body: CaseCheckDecision, options?: CallOptions): Promise<CaseCheck>;
}
