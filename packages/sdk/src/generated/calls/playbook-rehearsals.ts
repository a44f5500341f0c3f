// Made from packages/contract by `npm run generate`. Change the contract, not this file.

import type { CallOptions, KeyedOptions, QueryOf } from '../../transport/options.ts';
import type { PagedCall } from '../../transport/pages.ts';
import type { VersionListQuery } from '../types/agents.ts';
import type { PlaybookRehearsal, PlaybookRehearsalBody, PlaybookRehearsalPage } from '../types/playbooks.ts';

export interface PlaybookRehearsalsCalls {
  /** List rehearsals of a playbook. Newest first, without flips. */
  list: PagedCall<
    (playbookId: string, query?: QueryOf<VersionListQuery>, options?: CallOptions) => Promise<PlaybookRehearsalPage>
  >;
  /**
   * Rehearse a version of a playbook. Runs it on the alerts of decided cases and compares what it would have done.
   * Cases do not change. The result of an earlier job with the same agent version and inputs is taken again; other
   * steps start jobs, which cost.
   */
  create(playbookId: string, body: PlaybookRehearsalBody, options?: KeyedOptions): Promise<PlaybookRehearsal>;
  /**
   * Retrieve a rehearsal of a playbook. Returns progress, cost, and the cases that would have gone another way.
   */
  get(playbookId: string, playbookRehearsalId: string, options?: CallOptions): Promise<PlaybookRehearsal>;
  /** Cancel a rehearsal of a playbook. No further job starts. What was decided so far stays. */
  cancel(playbookId: string, playbookRehearsalId: string, options?: CallOptions): Promise<PlaybookRehearsal>;
}
