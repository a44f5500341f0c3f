// Words and bounds of triggers.

export type TriggerKind = 'http' | 'storage' | 'agent';
export type TriggerStatus = 'succeeded' | 'failed' | 'cancelled';
export type RunOutcome = 'starting' | 'started' | 'skipped' | 'failed';

/** Jobs that triggers start one after the other. Longer chains are loops. */
export const HOPS_MAX = 10;

export const TOO_MANY_HOPS = `The chain has ${HOPS_MAX} hops since its first job, and no more are taken. If agents start each other in a circle, a condition can end it.`;

export type Verify = {
  kind: 'none' | 'standard_webhooks' | 'hmac_sha256';
  header: string | null;
  prefix: string | null;
};

export const MASK = '********';
