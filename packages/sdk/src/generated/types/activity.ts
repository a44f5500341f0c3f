// Made from packages/contract by `npm run generate`. Change the contract, not this file.

export type Activity = {
  from: string;
  to: string;
  bucket_seconds: number;
  /** False: older jobs are still being counted, as in the first minutes after an upgrade. */
  complete: boolean;
  totals: {
    /** SUCCESS and CACHED. */
    succeeded: number;
    failed: number;
    cancelled: number;
    /** USD. */
    cost: number;
    /** From creation to end, of jobs that succeeded without the cache. Within 2.5 %. */
    p50_ms: number | null;
    p95_ms: number | null;
    /** From creation to the first start, of jobs that ran. */
    waiting_p50_ms: number | null;
    waiting_p95_ms: number | null;
    in_flight: number;
  };
  /** Agents with jobs in the requested period, those with the newest jobs first. */
  agents: {
    agent_id: string;
    /** SUCCESS and CACHED. */
    succeeded: number;
    failed: number;
    cancelled: number;
    /** USD. */
    cost: number;
    /** From creation to end, of jobs that succeeded without the cache. Within 2.5 %. */
    p50_ms: number | null;
    p95_ms: number | null;
    /** Jobs that are not final now; at most 10000 are counted. */
    in_flight: number;
    /** Status of the job that ended last. */
    last_status: number | null;
  }[];
  /** By agent and start of the bucket in which the job was accepted. Empty buckets are left out. */
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
  /** Default: about a 24th of the period. At most 400 buckets; days begin at midnight UTC. */
  bucket_seconds?: number;
  /** Only these agents. */
  agent_id?: string[];
};

export type VersionActivity = {
  from: string;
  to: string;
  /** False: older jobs are still being counted. */
  complete: boolean;
  /** Versions with jobs of the requested period. */
  versions: {
    agent_version_id: string;
    /** SUCCESS and CACHED. */
    succeeded: number;
    failed: number;
    cancelled: number;
    /** USD. */
    cost: number;
    /** From creation to end, of jobs that succeeded without the cache. Within 2.5 %. */
    p50_ms: number | null;
    p95_ms: number | null;
  }[];
};

export type VersionActivityQuery = {
  /** How far back. Default 720. */
  hours?: number;
};
