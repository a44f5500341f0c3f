// Made from packages/contract by `npm run generate`. Change the contract, not this file.

export type ListenerBody = {
  /** Whose jobs are reported. Default: every agent there is now. */
  agent_ids?: string[] | null;
  name?: string | null;
  /** Default: a new one. */
  secret?: string | null;
};

export type PullBody = {
  /** Ids of events that were received: they do not come again. */
  ack?: string[];
  /** Seconds to wait for an event if there is none. */
  wait?: number;
};

export type PulledEvents = {
  /** Oldest first, at most 100. */
  events: {
    /** The `webhook-id`. */
    id: string;
    /** As a delivery has them, signed. */
    headers: Record<string, string>;
    /** Post it as it is: the signature covers it. */
    body: string;
    created_at: string;
  }[];
  /** The listener ends then, unless it pulls before. */
  expires_at: string;
};
