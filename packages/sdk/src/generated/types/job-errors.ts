// Made from packages/contract by `npm run generate`. Change the contract, not this file.

export type JobErrors = {
  /** Jobs accepted before this time are archived and not counted. Null: all jobs were counted. */
  searched_to: string | null;
  created_from: string;
  created_to: string;
  /** Most frequent first. */
  results: {
    /** Code from the error catalogue: /docs/errors/{code}/. */
    code: string;
    /** Counted up to 10,000. */
    count: number;
    /** False if there are more. */
    complete: boolean;
    /** First time in the period, among the counted jobs. */
    first_seen: string;
    last_seen: string;
    last_job_id: string;
    cause: string;
    remedy: string;
    /** The agents with the most failures, at most 5. */
    agents: {
      agent_id: string;
      agent_name: string;
      count: number;
    }[];
    /** The most frequent messages among the newest 200, at most 3. */
    messages: {
      message: string;
      count: number;
    }[];
    /** The newest 200 by shape of the message, step and model, the most frequent first, at most 5. */
    causes: {
      /** The newest message of this shape. */
      message: string;
      count: number;
      /** The last step of the job. Null: it failed before its first. */
      step: string | null;
      /** The model that the step asked. */
      model: string | null;
      last_job_id: string;
      /** What to do about it. */
      remedy: string;
    }[];
  }[];
};

export type JobErrorsQuery = {
  /** Only jobs accepted at this time or later. Default: 7 days before created_to. */
  created_from?: string;
  /** Default: now. */
  created_to?: string;
  /** Only failures of this agent. */
  agent_id?: string;
};
