// Made from packages/contract by `npm run generate`. Change the contract, not this file.

import type { JobStep, OutputItem, StatusEventView } from './jobs.ts';
import type { Wait } from './waits.ts';

export type BatchResultLine = {
  /** Position in the submitted list. */
  index: number;
  job_id: string;
  /** 0 PENDING, 1 STARTED, 2 RETRY, 3 SUCCESS, 4 FAILURE, 5 CANCELLED, 6 CACHED. */
  status: number;
  /** Null until the job is final. */
  outputs: OutputItem[] | null;
  error_message: string | null;
  metadata: Record<string, unknown> | null;
};

export type EventData =
  | StatusEventView
  | JobStep
  | Wait
  | Record<string, unknown>
  | JobDelta
  | JobRestart
  | {
      /** 0 PENDING, 1 STARTED, 2 RETRY, 3 SUCCESS, 4 FAILURE, 5 CANCELLED, 6 CACHED. */
      status: number;
      error_message: string | null;
      /** In the response to a run. */
      outputs?: OutputItem[];
    };

export type EventHeaders = {
  /** Id of the last event that you received. */
  'Last-Event-ID'?: string;
};

/** `delta`: a part of an output, as the model writes it. All parts together are its value. */
export type JobDelta = {
  /** Key of the output. */
  key: string;
  /** The next part of its value. */
  text: string;
  /** Where the part begins, in UTF-16 code units. */
  offset: number;
};

/** `restart`: the output begins anew. Drop the parts before it. */
export type JobRestart = {
  /** Key of the output. */
  key: string;
  attempt: number;
};

export type ReviewedCaseLine = {
  job_id: string;
  agent_version_id: string;
  policy_version_id: string | null;
  inputs: {
    key: string;
    value: string;
    data_type: string;
  }[];
  metadata: Record<string, unknown>;
  /** 0 PENDING, 1 STARTED, 2 RETRY, 3 SUCCESS, 4 FAILURE, 5 CANCELLED, 6 CACHED. */
  status: number;
  /** The verdict of the job. */
  verdict: string | null;
  /** The verdict of the reviewer. */
  corrected_verdict: string | null;
  /** Right values by JSON pointer into the value of the first JSON output. */
  corrected_outputs: Record<string, unknown> | null;
  review_status: 'pending' | 'approved' | 'rejected';
  review_comment: string;
  reviewed_at: string;
  reviewed_by: string | null;
  outputs: OutputItem[];
};
