// Made from packages/contract by `npm run generate`. Change the contract, not this file.

import type { CallOptions, KeyedOptions, QueryOf } from '../../transport/options.ts';
import type { PagedCall } from '../../transport/pages.ts';
import type { VersionListQuery } from '../types/agents.ts';
import type {
  Playbook,
  PlaybookBody,
  PlaybookDiff,
  PlaybookGate,
  PlaybookGateBody,
  PlaybookListQuery,
  PlaybookPage,
  PlaybookPatch,
  PlaybookPromoteBody,
  PlaybookRunPage,
  PlaybookRunQuery,
  PlaybookVersion,
  PlaybookVersionBody,
  PlaybookVersionPage,
} from '../types/playbooks.ts';

export interface PlaybooksCalls {
  /** List playbooks. Newest first. */
  list: PagedCall<(query?: QueryOf<PlaybookListQuery>, options?: CallOptions) => Promise<PlaybookPage>>;
  /**
   * Create a playbook. Also creates the first version and makes it current. A queue that names the playbook uses
   * it.
   */
  create(body: PlaybookBody, options?: KeyedOptions): Promise<Playbook>;
  /** Retrieve a playbook. Returns the playbook with the id of its current version. */
  get(playbookId: string, options?: CallOptions): Promise<Playbook>;
  /** Update a playbook. An omitted description stays unchanged. An empty description clears it. */
  update(playbookId: string, body?: PlaybookPatch, options?: CallOptions): Promise<Playbook>;
  /** Delete a playbook. 409 while a queue uses it. */
  delete(playbookId: string, options?: CallOptions): Promise<void>;
  /** List versions of a playbook. Newest first. */
  listVersions: PagedCall<
    (playbookId: string, query?: QueryOf<VersionListQuery>, options?: CallOptions) => Promise<PlaybookVersionPage>
  >;
  /**
   * Create a version of a playbook. It becomes current, unless make_current is false or the playbook has a gate.
   */
  createVersion(playbookId: string, body: PlaybookVersionBody, options?: KeyedOptions): Promise<PlaybookVersion>;
  /** Retrieve a version of a playbook. Versions never change. */
  getVersion(playbookId: string, playbookVersionId: string, options?: CallOptions): Promise<PlaybookVersion>;
  /** Compare two versions of a playbook. Returns the steps and the rules of closing that differ. */
  diff(
    playbookId: string,
    playbookVersionId: string,
    otherPlaybookVersionId: string,
    options?: CallOptions,
  ): Promise<PlaybookDiff>;
  /**
   * Make a version of a playbook current. Alerts that arrive from now on use it; runs that have begun keep theirs.
   * With a gate, a version that was never current needs a rehearsal that passes.
   */
  setCurrent(
    playbookId: string,
    playbookVersionId: string,
    body?: PlaybookPromoteBody,
    options?: CallOptions,
  ): Promise<Playbook>;
  /** Retrieve the gate of a playbook. Members are null if there is none. */
  gate(playbookId: string, options?: CallOptions): Promise<PlaybookGate>;
  /**
   * Set the gate of a playbook. From now on, a version becomes current only after a rehearsal that shows this.
   */
  setGate(playbookId: string, body: PlaybookGateBody, options?: CallOptions): Promise<PlaybookGate>;
  /** Remove the gate of a playbook. New versions become current immediately again. */
  deleteGate(playbookId: string, options?: CallOptions): Promise<void>;
  /**
   * List runs of a playbook. One for each alert, newest first, with its steps. Runs of cases that are restricted
   * to others are left out.
   */
  runs: PagedCall<
    (playbookId: string, query?: QueryOf<PlaybookRunQuery>, options?: CallOptions) => Promise<PlaybookRunPage>
  >;
}
