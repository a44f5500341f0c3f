// Made from packages/contract by `npm run generate`. Change the contract, not this file.

export type ListenerBody = {
  /** Agents whose jobs are reported. Default: all current agents. */
  agent_ids?: string[] | null;
  name?: string | null;
  /** Default: a new secret. */
  secret?: string | null;
};

export type PullBody = {
  /** Ids of received events. They are not sent again. */
  ack?: string[];
  /** Seconds to wait for an event. */
  wait?: number;
};

export type PulledEvents = {
  /** Oldest first, at most 100. */
  events: {
    /** The `webhook-id`. */
    id: string;
    /** The signed headers of the delivery. */
    headers: Record<string, string>;
    /** Forward the body unchanged: the signature covers it. */
    body: string;
    created_at: string;
  }[];
  /** The listener ends at this time unless it pulls before. */
  expires_at: string;
};
