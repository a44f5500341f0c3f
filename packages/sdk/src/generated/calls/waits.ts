// Made from packages/contract by `npm run generate`. Change the contract, not this file.

import type { CallOptions, QueryOf, RunOptions } from '../../transport/options.ts';
import type { PagedCall } from '../../transport/pages.ts';
import type {
  EventTaken,
  Wait,
  WaitAnswerBody,
  WaitLink,
  WaitLinkBody,
  WaitListQuery,
  WaitPage,
} from '../types/waits.ts';

export interface WaitsCalls {
  /**
   * Waits of all jobs. What jobs wait or waited for: approvals, questions, events and times. Newest first.
   */
  list: PagedCall<(query?: QueryOf<WaitListQuery>, options?: CallOptions) => Promise<WaitPage>>;
  /** One wait. What is asked, of whom, until when, and the answer once there is one. */
  get(waitId: string, options?: CallOptions): Promise<Wait>;
  /**
   * Answer a wait. Stores the answer and lets the job go on. Only the first answer counts; a later one is refused
   * with 409.
   */
  answer(waitId: string, body: WaitAnswerBody, options?: CallOptions): Promise<Wait>;
  /**
   * Make a one-time link. Whoever opens the address sees the wait and may answer it once, without signing in.
   */
  link(waitId: string, body?: WaitLinkBody, options?: CallOptions): Promise<WaitLink>;
  /** Page of a one-time link. The wait as a small page with a form. Looking does not use the link up. */
  page(token: string | number, options?: CallOptions): Promise<string>;
  /**
   * Answer by a one-time link. Takes the body of `answer/`, as JSON or as the form of the page. Works once.
   */
  answerByLink(
    token: string | number,
    body: WaitAnswerBody,
    options?: CallOptions,
  ): Promise<{
    answered: boolean;
  }>;
  /**
   * Send an event to a job. Answers the oldest open wait for the event of this name, or is kept for one that waits
   * later. At most 100 are kept.
   */
  sendEvent(
    jobId: string,
    name: string | number,
    body?: Record<string, unknown>,
    options?: RunOptions,
  ): Promise<EventTaken>;
}
