import type { CallOptions } from './provider-models.ts';
import type { Reply } from './reply.ts';
import type { Provider } from './settings.ts';

// The lane of providers for calls that can wait, at half the price. `engines/batch-lane` implements it.

export type LaneCall = {
  orgId: string;
  jobId: string;
  /** Unique in the job and the same on each attempt. */
  step: string;
  provider: Provider;
  modelId: string;
  options: CallOptions;
  /** When the job goes back to the normal lane. */
  until: Date;
  /** Parks the job until the lane wakes it, or until this time. */
  wait(until: Date): Promise<void>;
};

/** The call leaves the lane. `since` and `why` are known if it was in it. */
export type LeftLane = { left: { since: Date; why: string } | undefined };

export type BatchLane = {
  /** Whether the provider has such a lane. */
  has(provider: Provider): Promise<boolean>;
  /** Returns the answer, or that the call has to go to the normal lane. Parks the job meanwhile. */
  ask(call: LaneCall): Promise<Reply | LeftLane>;
  /** Whether the call is in the lane, so that it is or will be paid. */
  isAsked(jobId: string, step: string): Promise<boolean>;
};
