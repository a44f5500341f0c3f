// Made from packages/contract by `npm run generate`. Change the contract, not this file.

import type { CallOptions, KeyedOptions, QueryOf } from '../../transport/options.ts';
import type { PagedCall } from '../../transport/pages.ts';
import type { VersionListQuery } from '../types/agents.ts';
import type {
  ScreeningRun,
  ScreeningRunBody,
  ScreeningRunPage,
  ScreeningWatch,
  ScreeningWatchBody,
  ScreeningWatchPage,
  ScreeningWatchPatch,
  WatchedSubjectPage,
  WatchedSubjectQuery,
  WatchedSubjectsBody,
  WatchedSubjectsChange,
  WatchMatchHistory,
  WatchMatchPage,
  WatchMatchQuery,
} from '../types/rescreening.ts';

export interface ScreeningWatchesCalls {
  /** List screening watches. Newest first. */
  list: PagedCall<(query?: QueryOf<VersionListQuery>, options?: CallOptions) => Promise<ScreeningWatchPage>>;
  /**
   * Create a screening watch. A watch compares its subjects with lists whenever one of them changes, and records
   * which matches are new, changed or gone.
   */
  create(body: ScreeningWatchBody, options?: KeyedOptions): Promise<ScreeningWatch>;
  /**
   * Screen the subjects of a watch again. Now, and not only when something changes. 409 while a run is in
   * progress.
   */
  run(screeningWatchId: string, body?: ScreeningRunBody, options?: KeyedOptions): Promise<ScreeningRun>;
  /** List the runs of a screening watch. Newest first, each with what it compared and found. */
  runs: PagedCall<
    (screeningWatchId: string, query?: QueryOf<VersionListQuery>, options?: CallOptions) => Promise<ScreeningRunPage>
  >;
  /**
   * Progress of a run of a screening watch. Which versions and subjects it compared, and what is new, changed and
   * gone.
   */
  getRun(screeningRunId: string, options?: CallOptions): Promise<ScreeningRun>;
  /**
   * Retrieve a screening watch. Returns its settings, how many subjects it has, and how many matches are open.
   */
  get(screeningWatchId: string, options?: CallOptions): Promise<ScreeningWatch>;
  /** Change a screening watch. Another threshold or other lists compare everything again. */
  update(screeningWatchId: string, body?: ScreeningWatchPatch, options?: CallOptions): Promise<ScreeningWatch>;
  /** Delete a screening watch. Deletes its subjects, matches and runs. Alerts and cases stay. */
  delete(screeningWatchId: string, options?: CallOptions): Promise<void>;
  /** List the subjects of a screening watch. By their id. */
  subjects: PagedCall<
    (
      screeningWatchId: string,
      query?: QueryOf<WatchedSubjectQuery>,
      options?: CallOptions,
    ) => Promise<WatchedSubjectPage>
  >;
  /**
   * Send subjects to a screening watch. Adds and changes subjects by their id, and removes some. Only what changed
   * is compared again.
   */
  putSubjects(
    screeningWatchId: string,
    body: WatchedSubjectsBody,
    options?: CallOptions,
  ): Promise<WatchedSubjectsChange>;
  /**
   * List matches of screening watches. The last change first. `state=suppressed` has those that people called
   * false positives.
   */
  matches: PagedCall<(query?: QueryOf<WatchMatchQuery>, options?: CallOptions) => Promise<WatchMatchPage>>;
  /** Retrieve a match of a screening watch. With every change of it. */
  match(screeningMatchId: string, options?: CallOptions): Promise<WatchMatchHistory>;
}
