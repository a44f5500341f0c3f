// Made from packages/contract by `npm run generate`. Change the contract, not this file.

import type { CallOptions, KeyedOptions, QueryOf } from '../../transport/options.ts';
import type { PagedCall } from '../../transport/pages.ts';
import type { VersionListQuery } from '../types/agents.ts';
import type { Flip, Rehearsal, RehearsalBody, RehearsalPage, RehearsalResumeBody } from '../types/rehearsals.ts';

export interface RehearsalsCalls {
  /** List rehearsals of a policy. Lists the rehearsals newest first, without flips. */
  list: PagedCall<
    (policyId: string, query?: QueryOf<VersionListQuery>, options?: CallOptions) => Promise<RehearsalPage>
  >;
  /**
   * Rehearse a version of a policy. Decides past cases again with this version, based on their stored evidence. No
   * page is fetched and no tool is called.
   */
  create(policyId: string, body: RehearsalBody, options?: KeyedOptions): Promise<Rehearsal>;
  /**
   * Retrieve a rehearsal. Returns the progress, the changed verdicts with the rules that caused the change, and
   * the cases that cannot be decided.
   */
  get(policyId: string, rehearsalId: string, options?: CallOptions): Promise<Rehearsal>;
  /** All flips of a rehearsal. Returns JSON lines in the order of the cases. */
  flips(policyId: string, rehearsalId: string, options?: CallOptions): AsyncGenerator<Flip>;
  /** Cancel a rehearsal. Decisions so far stay. You can resume the rehearsal. */
  cancel(policyId: string, rehearsalId: string, options?: CallOptions): Promise<Rehearsal>;
  /** Resume a rehearsal. Decides the remaining cases. Earlier model answers are reused. */
  resume(policyId: string, rehearsalId: string, body?: RehearsalResumeBody, options?: KeyedOptions): Promise<Rehearsal>;
}
