// Made from packages/contract by `npm run generate`. Change the contract, not this file.

import type { CallOptions, KeyedOptions } from '../../transport/options.ts';
import type { ListenerBody, PullBody, PulledEvents } from '../types/listeners.ts';
import type { Webhook } from '../types/webhooks.ts';

export interface ListenersCalls {
  /**
   * Listen for events. Creates a temporary webhook without an address. You pull its deliveries. It ends 90 seconds
   * after the last pull.
   */
  create(body?: ListenerBody, options?: KeyedOptions): Promise<Webhook>;
  /**
   * Pull the events of a listener. Returns signed deliveries in the same form as a receiver gets them. They are
   * repeated until you acknowledge them.
   */
  pull(listenerId: string, body?: PullBody, options?: CallOptions): Promise<PulledEvents>;
  /** Stop listening. Deletes the temporary webhook with its links and events. */
  delete(listenerId: string, options?: CallOptions): Promise<void>;
}
