// Made from packages/contract by `npm run generate`. Change the contract, not this file.

import type { CallOptions, KeyedOptions, QueryOf } from '../../transport/options.ts';
import type { PagedCall } from '../../transport/pages.ts';
import type { VersionListQuery } from '../types/agents.ts';
import type {
  Screened,
  ScreeningBody,
  ScreeningDecision,
  ScreeningDecisionBody,
  ScreeningDecisionPage,
  ScreeningList,
  ScreeningListBody,
  ScreeningListPage,
  ScreeningListPatch,
  ScreeningListVersion,
  ScreeningListVersionPage,
} from '../types/screening.ts';

export interface ScreeningCalls {
  /** List screening lists. Newest first. */
  lists: PagedCall<(query?: QueryOf<VersionListQuery>, options?: CallOptions) => Promise<ScreeningListPage>>;
  /** Create a screening list. An empty list. Import a file to fill it. */
  createList(body: ScreeningListBody, options?: KeyedOptions): Promise<ScreeningList>;
  /** Retrieve a screening list. Returns the list with the number of its current version. */
  getList(screeningListId: string, options?: CallOptions): Promise<ScreeningList>;
  /** Change a screening list. Changes its name or description. */
  updateList(screeningListId: string, body?: ScreeningListPatch, options?: CallOptions): Promise<ScreeningList>;
  /** Delete a screening list. Deletes its entries and versions, and the decisions and matches about them. */
  deleteList(screeningListId: string, options?: CallOptions): Promise<void>;
  /**
   * Import a version of a screening list. The file is the whole list: entries that it lacks are removed. Only
   * entries that changed are written. A file like the last one makes no version.
   */
  importList(screeningListId: string, body: FormData, options?: KeyedOptions): Promise<ScreeningListVersion>;
  /**
   * List versions of a screening list. Newest first, each with how many entries it added, changed and removed.
   */
  listVersions: PagedCall<
    (
      screeningListId: string,
      query?: QueryOf<VersionListQuery>,
      options?: CallOptions,
    ) => Promise<ScreeningListVersionPage>
  >;
  /**
   * Compare names with lists. Names match across scripts, order, initials, transliterations and legal forms. Each
   * score is explained part by part.
   */
  screen(body: ScreeningBody, options?: CallOptions): Promise<Screened>;
  /** List screening decisions. Newest first. */
  listDecisions: PagedCall<
    (query?: QueryOf<VersionListQuery>, options?: CallOptions) => Promise<ScreeningDecisionPage>
  >;
  /**
   * Decide about a match. A false positive is left out of matches, and counted, until the name, the date of birth
   * or the entry changes.
   */
  decide(body: ScreeningDecisionBody, options?: CallOptions): Promise<ScreeningDecision>;
}
