// Made from packages/contract by `npm run generate`. Change the contract, not this file.

import type { CallOptions, KeyedOptions, QueryOf } from '../../transport/options.ts';
import type { PagedCall } from '../../transport/pages.ts';
import type { VersionListQuery } from '../types/agents.ts';
import type {
  EvaluationCasePage,
  EvaluationCasesAdded,
  EvaluationCasesBody,
  EvaluationRun,
  EvaluationRunBody,
  EvaluationRunPage,
  EvaluationSet,
  EvaluationSetCreateBody,
  EvaluationSetListQuery,
  EvaluationSetPage,
  EvaluationSetUpdateBody,
} from '../types/evaluations.ts';

export interface EvaluationSetsCalls {
  /** List evaluation sets. Lists the evaluation sets of the organization, newest first. */
  list: PagedCall<(query?: QueryOf<EvaluationSetListQuery>, options?: CallOptions) => Promise<EvaluationSetPage>>;
  /**
   * Create an evaluation set. An evaluation set has cases with right answers, for an agent or for the agents that
   * use a policy.
   */
  create(body: EvaluationSetCreateBody, options?: KeyedOptions): Promise<EvaluationSet>;
  /**
   * Retrieve an evaluation set. Returns the set with the number of its cases and the time of their last change.
   */
  get(setId: string, options?: CallOptions): Promise<EvaluationSet>;
  /** Change an evaluation set. Changes the name and description. Omitted fields stay unchanged. */
  replace(setId: string, body?: EvaluationSetUpdateBody, options?: CallOptions): Promise<EvaluationSet>;
  /** Rename an evaluation set. Omitted fields stay unchanged. */
  update(setId: string, body?: EvaluationSetUpdateBody, options?: CallOptions): Promise<EvaluationSet>;
  /** Delete an evaluation set. Also deletes its cases and runs. Refused while a gate uses the set. */
  delete(setId: string, options?: CallOptions): Promise<void>;
  /** List the cases of a set. Lists the cases in the order in which they were added. */
  cases: PagedCall<
    (setId: string, query?: QueryOf<VersionListQuery>, options?: CallOptions) => Promise<EvaluationCasePage>
  >;
  /**
   * Add cases to a set. Adds your own cases (JSON, CSV or JSON lines), or reviewed jobs. Either all are added or
   * none. Once a gate uses the set, this needs an admin.
   */
  addCases(setId: string, body?: EvaluationCasesBody, options?: KeyedOptions): Promise<EvaluationCasesAdded>;
  /**
   * Delete a case. Earlier runs keep their result for this case. Once a gate uses the set, this needs an admin.
   */
  deleteCase(setId: string, caseId: string, options?: CallOptions): Promise<void>;
  /** List the runs of a set. Newest first. */
  runs: PagedCall<
    (setId: string, query?: QueryOf<VersionListQuery>, options?: CallOptions) => Promise<EvaluationRunPage>
  >;
  /**
   * Run a version on a set. Starts a batch with one job per case. These jobs send no webhooks, start no triggers
   * or post actions, ask no person, and do not use the cache.
   */
  run(setId: string, body?: EvaluationRunBody, options?: KeyedOptions): Promise<EvaluationRun>;
}
