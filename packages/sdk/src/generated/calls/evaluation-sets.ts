// Made from packages/contract by `npm run generate`. Change the contract, not this file.

import type { CallOptions, QueryOf } from '../../transport/options.ts';
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
  /** List evaluation sets. Sets of the organization, newest first. */
  list: PagedCall<(query?: QueryOf<EvaluationSetListQuery>, options?: CallOptions) => Promise<EvaluationSetPage>>;
  /**
   * Create an evaluation set. Cases with right answers, for an agent or for the agents that use a policy.
   */
  create(body: EvaluationSetCreateBody, options?: CallOptions): Promise<EvaluationSet>;
  /** Retrieve an evaluation set. With the number of its cases and when they last changed. */
  get(setId: string, options?: CallOptions): Promise<EvaluationSet>;
  /** Change an evaluation set. Its name and description. Members that are left out stay as they are. */
  replace(setId: string, body?: EvaluationSetUpdateBody, options?: CallOptions): Promise<EvaluationSet>;
  /** Rename an evaluation set. Members that are left out stay as they are. */
  update(setId: string, body?: EvaluationSetUpdateBody, options?: CallOptions): Promise<EvaluationSet>;
  /** Delete an evaluation set. With its cases and runs. Refused while a gate asks for it. */
  delete(setId: string, options?: CallOptions): Promise<void>;
  /** List the cases of a set. In the order in which they were added. */
  cases: PagedCall<
    (setId: string, query?: QueryOf<VersionListQuery>, options?: CallOptions) => Promise<EvaluationCasePage>
  >;
  /**
   * Add cases to a set. Cases of your own (JSON, CSV or JSON lines), or jobs that people have reviewed. All or
   * none.
   */
  addCases(setId: string, body?: EvaluationCasesBody, options?: CallOptions): Promise<EvaluationCasesAdded>;
  /** Delete a case. Runs that had it keep their result. */
  deleteCase(setId: string, caseId: string, options?: CallOptions): Promise<void>;
  /** List the runs of a set. Newest first. */
  runs: PagedCall<
    (setId: string, query?: QueryOf<VersionListQuery>, options?: CallOptions) => Promise<EvaluationRunPage>
  >;
  /**
   * Run a version on a set. A batch of jobs, one for each case. They send no webhooks, start nothing, ask nobody
   * and leave the cache alone.
   */
  run(setId: string, body?: EvaluationRunBody, options?: CallOptions): Promise<EvaluationRun>;
}
