// Made from packages/contract by `npm run generate`. Change the contract, not this file.

import type { CallOptions, QueryOf } from '../../transport/options.ts';
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
  /** List triggers. Triggers of the organization, newest first, each with its last run. */
  list: PagedCall<(query?: QueryOf<TriggerListQuery>, options?: CallOptions) => Promise<TriggerPage>>;
  /**
   * Create a trigger. Starts an agent when something happens: a request to the address in `url` (http), a new
   * object (storage), or the end of another agent’s job (agent).
   */
  create(body: TriggerCreateBody, options?: CallOptions): Promise<Trigger>;
  /** Retrieve a trigger. The trigger with its address and its last run. Its secret is never shown. */
  get(triggerId: string, options?: CallOptions): Promise<Trigger>;
  /**
   * Replace a trigger. Settings that are left out get their defaults. The kind, the address and the secret stay.
   */
  replace(triggerId: string, body: TriggerCreateBody, options?: CallOptions): Promise<Trigger>;
  /** Update a trigger. Settings that are left out stay as they are. The kind cannot be changed. */
  update(triggerId: string, body?: TriggerUpdateBody, options?: CallOptions): Promise<Trigger>;
  /** Delete a trigger. With its address and the list of its runs. Jobs that it has started stay. */
  delete(triggerId: string, options?: CallOptions): Promise<void>;
  /**
   * Test a trigger. What a sample event would do: whether the condition holds, and the inputs. No job starts.
   */
  test(triggerId: string, body: TriggerTestBody, options?: CallOptions): Promise<TriggerTestAnswer>;
  /** List the runs of a trigger. What became of each event, the latest first. Kept for 30 days. */
  runs: PagedCall<
    (triggerId: string, query?: QueryOf<VersionListQuery>, options?: CallOptions) => Promise<TriggerRunPage>
  >;
  /**
   * Send an event to a trigger. The address of an http trigger. An event is named by the header webhook-id, else
   * Idempotency-Key, else the one that `id_header` names: it starts one job, however often it is sent. 401 when
   * the signature is not valid.
   */
  receive(hookToken: string | number, options?: CallOptions): Promise<HookAnswer>;
  /**
   * Rotate the address of a trigger. Makes a new address for an http trigger. The old one answers 404 from now on.
   */
  rotateAddress(triggerId: string, options?: CallOptions): Promise<Trigger>;
}
