// Made from packages/contract by `npm run generate`. Change the contract, not this file.

import type { CallOptions, KeyedOptions, QueryOf } from '../../transport/options.ts';
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
   * List waits. Lists what jobs wait or waited for: approvals, questions, events and timers. Newest first.
   */
  list: PagedCall<(query?: QueryOf<WaitListQuery>, options?: CallOptions) => Promise<WaitPage>>;
  /** One wait. Returns the question, who may answer, the due time, and the answer if there is one. */
  get(waitId: string, options?: CallOptions): Promise<Wait>;
  /**
   * Answer a wait. Stores the answer and continues the job, if the caller has the role that the wait asks for (by
   * default member). Only the first answer counts. A later answer is refused with 409.
   */
  answer(waitId: string, body: WaitAnswerBody, options?: CallOptions): Promise<Wait>;
  /**
   * Create a one-time link. Anyone who opens the address sees the wait and can answer it once without signing in.
   */
  link(waitId: string, body?: WaitLinkBody, options?: KeyedOptions): Promise<WaitLink>;
  /**
   * Page of a one-time link. Shows the wait as a small page with a form. Opening the page does not use up the
   * link.
   */
  page(token: string | number, options?: CallOptions): Promise<string>;
  /**
   * Answer with a one-time link. Accepts the same body as `answer/`, as JSON or as the form of the page. Works
   * once.
   */
  answerByLink(
    token: string | number,
    body: WaitAnswerBody,
    options?: CallOptions,
  ): Promise<{
    answered: boolean;
  }>;
  /**
   * Send an event to a job. Answers the oldest open wait for an event with this name. If there is none, the event
   * is stored for a later wait. At most 100 events are stored.
   */
  sendEvent(
    jobId: string,
    name: string | number,
    body?: Record<string, unknown>,
    options?: KeyedOptions,
  ): Promise<EventTaken>;
}
