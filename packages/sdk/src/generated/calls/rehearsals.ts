// Made from packages/contract by `npm run generate`. Change the contract, not this file.

import type { CallOptions, QueryOf } from '../../transport/options.ts';
import type { PagedCall } from '../../transport/pages.ts';
import type { VersionListQuery } from '../types/agents.ts';
import type { Flip, Rehearsal, RehearsalBody, RehearsalPage, RehearsalResumeBody } from '../types/rehearsals.ts';

export interface RehearsalsCalls {
  /** List rehearsals of a policy. Newest first, without their flips. */
  list: PagedCall<
    (policyId: string, query?: QueryOf<VersionListQuery>, options?: CallOptions) => Promise<RehearsalPage>
  >;
  /**
   * Rehearse a version of a policy. Decides past cases again by this version, on the evidence that was stored with
   * them: no page is fetched and no tool is asked.
   */
  create(policyId: string, body: RehearsalBody, options?: CallOptions): Promise<Rehearsal>;
  /**
   * Retrieve a rehearsal. Its progress, the verdicts that flip with the rules that caused it, and what cannot be
   * decided.
   */
  get(policyId: string, rehearsalId: string, options?: CallOptions): Promise<Rehearsal>;
  /** All flips of a rehearsal. As JSON lines, in the order of the cases. */
  flips(policyId: string, rehearsalId: string, options?: CallOptions): AsyncGenerator<Flip>;
  /** Cancel a rehearsal. What is decided stays: it can be resumed. */
  cancel(policyId: string, rehearsalId: string, options?: CallOptions): Promise<Rehearsal>;
  /**
   * Resume a rehearsal. Decides the cases that are left. What a model was asked before is not asked again.
   */
  resume(policyId: string, rehearsalId: string, body?: RehearsalResumeBody, options?: CallOptions): Promise<Rehearsal>;
}
