// Made from packages/contract by `npm run generate`. Change the contract, not this file.

export type Activity = {
  from: string;
  to: string;
  bucket_seconds: number;
  /** False: there were more than 100000 jobs, and only the newest of each agent are counted. */
  complete: boolean;
  totals: {
    /** SUCCESS and CACHED. */
    succeeded: number;
    failed: number;
    cancelled: number;
    /** USD. */
    cost: number;
    /** From creation to end, of jobs that succeeded without the cache. */
    p50_ms: number | null;
    p95_ms: number | null;
    in_flight: number;
  };
  /** Agents with jobs in the requested period; at most 500, those with the newest jobs. */
  agents: {
    agent_id: string;
    /** SUCCESS and CACHED. */
    succeeded: number;
    failed: number;
    cancelled: number;
    /** USD. */
    cost: number;
    /** From creation to end, of jobs that succeeded without the cache. */
    p50_ms: number | null;
    p95_ms: number | null;
    /** Jobs that are not final now; at most 10000 are counted. */
    in_flight: number;
    /** Status of the job that ended last. */
    last_status: number | null;
  }[];
  /** By agent and start of the bucket in which the job ended. Empty buckets are left out. */
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
  /** Jobs accepted at this time or later, instead of hours. */
  created_from?: string;
  /** Jobs accepted before this time. Default: now. */
  created_to?: string;
  /** Default: a 24th of the period. At most 400 buckets; days begin at midnight UTC. */
  bucket_seconds?: number;
  /** Only these agents. */
  agent_id?: string[];
};

export type VersionActivity = {
  from: string;
  to: string;
  /** False: only the newest 5000 jobs of each outcome are counted. */
  complete: boolean;
  /** Versions with jobs that ended in the requested period. */
  versions: {
    agent_version_id: string;
    /** SUCCESS and CACHED. */
    succeeded: number;
    failed: number;
    cancelled: number;
    /** USD. */
    cost: number;
    /** From creation to end, of jobs that succeeded without the cache. */
    p50_ms: number | null;
    p95_ms: number | null;
  }[];
};

export type VersionActivityQuery = {
  /** How far back. Default 720. */
  hours?: number;
};
