// Made from packages/contract by `npm run generate`. Change the contract, not this file.

import type { CallOptions, KeyedOptions, QueryOf } from '../../transport/options.ts';
import type { PagedCall } from '../../transport/pages.ts';
import type { VersionListQuery } from '../types/agents.ts';
import type {
  HookAnswer,
  Trigger,
  TriggerCreateBody,
  TriggerListQuery,
  TriggerPage,
  TriggerRunPage,
  TriggerTestAnswer,
  TriggerTestBody,
  TriggerUpdateBody,
} from '../types/triggers.ts';

export interface TriggersCalls {
  /** List triggers. Lists the triggers of the organization, newest first, with their last run. */
  list: PagedCall<(query?: QueryOf<TriggerListQuery>, options?: CallOptions) => Promise<TriggerPage>>;
  /**
   * Create a trigger. Starts an agent when something happens: a request to the address in `url` (http), a new
   * object (storage), or the end of another agent’s job (agent).
   */
  create(body: TriggerCreateBody, options?: KeyedOptions): Promise<Trigger>;
  /** Retrieve a trigger. Returns the trigger with its address and last run. Its secret is never shown. */
  get(triggerId: string, options?: CallOptions): Promise<Trigger>;
  /** Replace a trigger. Omitted settings get their defaults. The kind, the address and the secret stay. */
  replace(triggerId: string, body: TriggerCreateBody, options?: CallOptions): Promise<Trigger>;
  /** Update a trigger. Omitted settings stay unchanged. The kind cannot be changed. */
  update(triggerId: string, body?: TriggerUpdateBody, options?: CallOptions): Promise<Trigger>;
  /** Delete a trigger. Also deletes its address and its list of runs. Jobs that it started stay. */
  delete(triggerId: string, options?: CallOptions): Promise<void>;
  /**
   * Test a trigger. Returns what a sample event would do: whether the condition is true, and the inputs. No job
   * starts.
   */
  test(triggerId: string, body: TriggerTestBody, options?: CallOptions): Promise<TriggerTestAnswer>;
  /**
   * List the runs of a trigger. Lists the outcome of each event, latest first. Entries are kept for 30 days.
   */
  runs: PagedCall<
    (triggerId: string, query?: QueryOf<VersionListQuery>, options?: CallOptions) => Promise<TriggerRunPage>
  >;
  /**
   * Send an event to a trigger. This is the address of an http trigger. The event id is in the header webhook-id,
   * else Idempotency-Key, else the header named by `id_header`. An event starts one job, no matter how often it is
   * sent. 401 if the signature is not valid.
   */
  receive(hookToken: string | number, options?: CallOptions): Promise<HookAnswer>;
  /**
   * Rotate the address of a trigger. Creates a new address for an http trigger. The old address returns 404 from
   * now on.
   */
  rotateAddress(triggerId: string, options?: CallOptions): Promise<Trigger>;
}
