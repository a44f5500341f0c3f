// Made from packages/contract by `npm run generate`. Change the contract, not this file.

export type Usage = {
  bucket: 'hour' | 'day';
  created_from: string;
  created_to: string;
  /** Older jobs of this time were not counted: more than a million. */
  counted_from: string | null;
  results: UsageRow[];
};

export type UsageQuery = {
  /** Default day. */
  bucket?: 'hour' | 'day';
  /** Default: 30 days before created_to, one day by hour. */
  created_from?: string;
  /** Default: now. */
  created_to?: string;
};

export type UsageRow = {
  starts_at: string;
  agent_id: string;
  agent_name: string;
  /** Accepted jobs, whatever their outcome. */
  jobs: number;
  succeeded: number;
  cached: number;
  failed: number;
  cancelled: number;
  /** USD. */
  cost: number;
  input_tokens: number;
  output_tokens: number;
  /** Of jobs that ran to an end. */
  duration_p50_ms: number | null;
  duration_p95_ms: number | null;
};
