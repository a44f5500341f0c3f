// Types and limits of triggers.

export type TriggerKind = 'http' | 'storage' | 'agent';
export type TriggerStatus = 'succeeded' | 'failed' | 'cancelled';
export type RunOutcome = 'starting' | 'started' | 'skipped' | 'failed';

/** The longest chain of jobs that triggers start one after the other. Longer chains are loops. */
export const HOPS_MAX = 10;

export const TOO_MANY_HOPS = `The chain already has ${HOPS_MAX} hops, which is the limit. If agents start each other in a loop, add a condition that ends it.`;

export type Verify = {
  kind: 'none' | 'standard_webhooks' | 'hmac_sha256';
  header: string | null;
  prefix: string | null;
};

export const MASK = '********';
