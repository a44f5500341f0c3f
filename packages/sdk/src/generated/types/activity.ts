// Made from packages/contract by `npm run generate`. Change the contract, not this file.

export type Activity = {
  from: string;
  to: string;
  bucket_seconds: number;
  /** False while older jobs are still being counted, for example in the first minutes after an upgrade. */
  complete: boolean;
  totals: {
    /** SUCCESS and CACHED. */
    succeeded: number;
    failed: number;
    cancelled: number;
    /** USD. */
    cost: number;
    /** Time from creation to end of jobs that succeeded without the cache. Accurate to 2.5 %. */
    p50_ms: number | null;
    p95_ms: number | null;
    /** Time from creation to the first start of jobs that ran. */
    waiting_p50_ms: number | null;
    waiting_p95_ms: number | null;
    /** Queued, running and retrying jobs, now. */
    in_flight: number;
    /** Jobs that wait for a person, an event, a time or a provider, now. */
    waiting: number;
  };
  /** Agents with jobs in the requested period. Agents with the newest jobs come first. */
  agents: {
    agent_id: string;
    /** SUCCESS and CACHED. */
    succeeded: number;
    failed: number;
    cancelled: number;
    /** USD. */
    cost: number;
    /** Time from creation to end of jobs that succeeded without the cache. Accurate to 2.5 %. */
    p50_ms: number | null;
    p95_ms: number | null;
    /** Queued, running and retrying jobs, now. With `waiting`, counted up to 10000. */
    in_flight: number;
    /** Jobs that wait, now. */
    waiting: number;
    /** Status of the job that ended last. */
    last_status: number | null;
  }[];
  /** One item per agent and time bucket, by the time the jobs were accepted. Empty buckets are omitted. */
  buckets: {
    agent_id: string;
    at: string;
    /** SUCCESS and CACHED. */
    succeeded: number;
    failed: number;
    cancelled: number;
    /** USD. */
    cost: number;
  }[];
};

export type ActivityQuery = {
  /** How far back. Default 24. */
  hours?: number;
  /** Only jobs accepted at this time or later. Replaces `hours`. */
  created_from?: string;
  /** Only jobs accepted before this time. Default: now. */
  created_to?: string;
  /** Default: about 1/24 of the period. At most 400 buckets. Days start at midnight UTC. */
  bucket_seconds?: number;
  /** Only these agents. */
  agent_id?: string[];
};

export type VersionActivity = {
  from: string;
  to: string;
  /** False while older jobs are still being counted. */
  complete: boolean;
  /** Versions with jobs in the requested period. */
  versions: {
    agent_version_id: string;
    /** SUCCESS and CACHED. */
    succeeded: number;
    failed: number;
    cancelled: number;
    /** USD. */
    cost: number;
    /** Time from creation to end of jobs that succeeded without the cache. Accurate to 2.5 %. */
    p50_ms: number | null;
    p95_ms: number | null;
    /**
     * Time from the first start to the end, without queueing and waiting, of those among the newest 1,000 jobs of
     * the agent that succeeded without the cache.
     */
    worked_p50_ms: number | null;
    worked_p95_ms: number | null;
  }[];
  /** The models that were asked, most used first. */
  models: {
    model: string;
    /** Jobs in which it was asked. */
    jobs: number;
    /**
     * Those of them in which it was the first to be asked because the values of another model were not trusted.
     */
    escalated_jobs: number;
    /** USD. */
    cost: number;
    /** The part of it that was paid with keys of the organization. */
    own_key_cost: number;
  }[];
};

export type VersionActivityQuery = {
  /** How far back. Default 720. */
  hours?: number;
};
