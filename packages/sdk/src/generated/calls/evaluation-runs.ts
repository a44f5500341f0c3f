// Made from packages/contract by `npm run generate`. Change the contract, not this file.

import type { CallOptions, QueryOf } from '../../transport/options.ts';
import type { PagedCall } from '../../transport/pages.ts';
import type { VersionListQuery } from '../types/agents.ts';
import type {
  EvaluationComparison,
  EvaluationResultPage,
  EvaluationResumeBody,
  EvaluationRun,
} from '../types/evaluations.ts';

export interface EvaluationRunsCalls {
  /** Retrieve an evaluation run. Its progress, and when it is done its scores and regressions. */
  get(runId: string, options?: CallOptions): Promise<EvaluationRun>;
  /** List the results of a run. Case by case: what was expected and what the version said. */
  results: PagedCall<
    (runId: string, query?: QueryOf<VersionListQuery>, options?: CallOptions) => Promise<EvaluationResultPage>
  >;
  /** Cancel an evaluation run. What is done stays done: it can be resumed. */
  cancel(runId: string, options?: CallOptions): Promise<EvaluationRun>;
  /**
   * Resume an evaluation run. Runs the cases that have no answer yet: cancelled ones, and those beyond the cost
   * limit.
   */
  resume(runId: string, body?: EvaluationResumeBody, options?: CallOptions): Promise<EvaluationRun>;
  /** Compare two runs. Scores side by side, and each case whose answer differs. */
  compare(runId: string, otherRunId: string, options?: CallOptions): Promise<EvaluationComparison>;
}
