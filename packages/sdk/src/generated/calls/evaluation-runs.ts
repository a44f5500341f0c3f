// Made from packages/contract by `npm run generate`. Change the contract, not this file.

import type { CallOptions, KeyedOptions, QueryOf } from '../../transport/options.ts';
import type { PagedCall } from '../../transport/pages.ts';
import type { VersionListQuery } from '../types/agents.ts';
import type {
  EvaluationComparison,
  EvaluationResultPage,
  EvaluationResumeBody,
  EvaluationRun,
} from '../types/evaluations.ts';

export interface EvaluationRunsCalls {
  /** Retrieve an evaluation run. Returns the progress and, at the end, the scores and regressions. */
  get(runId: string, options?: CallOptions): Promise<EvaluationRun>;
  /** List the results of a run. Lists the expected and the actual answer of each case. */
  results: PagedCall<
    (runId: string, query?: QueryOf<VersionListQuery>, options?: CallOptions) => Promise<EvaluationResultPage>
  >;
  /** Cancel an evaluation run. Results so far stay. You can resume the run. */
  cancel(runId: string, options?: CallOptions): Promise<EvaluationRun>;
  /**
   * Resume an evaluation run. Runs the cases that have no answer yet because they were cancelled or the cost limit
   * was reached.
   */
  resume(runId: string, body?: EvaluationResumeBody, options?: KeyedOptions): Promise<EvaluationRun>;
  /** Compare two runs. Returns both scores and each case with different answers. */
  compare(runId: string, otherRunId: string, options?: CallOptions): Promise<EvaluationComparison>;
}
