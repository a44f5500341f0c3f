import type { Role } from '@errand/contract/roles.ts';
import type { WaitKind } from '@errand/contract/waits.ts';
import { Parked } from '#platform/tracing.ts';

// A wait is a step whose result comes from outside: an approval, an answer, an event or a timer. A waiting job holds no
// slot.

export type WaitRequest = {
  kind: WaitKind;
  /** The question in one line. Optional for timers and events. */
  title?: string;
  /** Markdown. */
  body?: string;
  /** The answer must be one of these. */
  options?: string[];
  /** The answer must fit this JSON Schema. */
  answer_schema?: Record<string, unknown>;
  /** Addresses of references and keys of artifacts that help to decide. */
  evidence?: string[];
  /** Least role that may answer. Default: member. */
  assignee_role?: Role;
  /** Id of the only user who may answer. */
  assignee_user?: number;
  /** If true, the user who started the job may not answer. */
  forbid_requester?: boolean;
  /** Kind `approval`: how many different people must give the first option. Default: 1. */
  approvals?: number;
  /** When a timer ends, or when any other wait times out. */
  due_at?: string | Date;
  /**
   * At the due time: `fail` the job, `continue` without an answer, or take one of the options. Default: `fail`, for
   * timers `continue`.
   */
  on_timeout?: string;
  /** Name of the event, for waits of the kind `event`. */
  event?: string;
};

export type WaitAnswer = {
  /** Null if the wait ended without an answer. */
  answer: unknown;
  comment: string | null;
  answered_by: string | null;
  timed_out: boolean;
};

/** Ends the attempt of a job that waits. Engines must not catch it, like any error that is not theirs. */
export class WaitPending extends Parked {
  constructor() {
    super('The job waits.');
    this.name = 'WaitPending';
  }
}
