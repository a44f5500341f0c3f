import type { Role } from '@errand/contract/roles.ts';
import type { WaitKind } from '@errand/contract/waits.ts';

// A wait is a step whose result comes from outside: an approval, an answer, an event, or a time that is reached. The job
// holds no slot meanwhile.

export type WaitRequest = {
  kind: WaitKind;
  /** One line that says what is asked. A timer or an event needs none. */
  title?: string;
  /** Markdown. */
  body?: string;
  /** The answer is one of these. */
  options?: string[];
  /** The answer fits this JSON Schema. */
  answer_schema?: Record<string, unknown>;
  /** Addresses of references and keys of artifacts that help to decide. */
  evidence?: string[];
  /** Least role that may answer. Default: member. */
  assignee_role?: Role;
  /** Id of the only user who may answer. */
  assignee_user?: number;
  /** Whoever started the job may not answer. */
  forbid_requester?: boolean;
  /** A timer ends then; any other wait is over then. */
  due_at?: string | Date;
  /** Once it is due: `fail` the job, `continue` without an answer, or one of the options. Default: fail; of a timer: continue. */
  on_timeout?: string;
  /** Name of the event, of the kind `event`. */
  event?: string;
};

export type WaitAnswer = {
  /** Null when the wait ended without one. */
  answer: unknown;
  comment: string | null;
  answered_by: string | null;
  timed_out: boolean;
};

/** Ends an attempt whose job goes on when a wait is over. Engines let it pass, as any error that is not theirs. */
export class WaitPending extends Error {
  constructor() {
    super('The job waits.');
    this.name = 'WaitPending';
  }
}
