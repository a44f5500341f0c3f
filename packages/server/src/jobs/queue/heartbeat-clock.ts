import { HEARTBEAT_MS, WORKER_SILENCE_SECONDS_MAX } from '../record/model.ts';

// Knows when heartbeats of this process were confirmed, and therefore how far it can judge the silence of others.

/** After so long without a heartbeat, this process cannot judge the silence of others. */
const GAP_MS = 6 * HEARTBEAT_MS;

export type Moment = { wall: number; steady: number };

export const moment = (): Moment => ({ wall: Date.now(), steady: performance.now() });

export function createHeartbeatClock() {
  /** When the last confirmed heartbeat was sent. */
  let confirmedAt = moment();
  /** Since when heartbeats have had no gap, and since when the lease connection has been the same. */
  let steadySince = moment();
  let connectedSince: Moment | undefined;

  return {
    confirm(sentAt: Moment, isConnected: boolean): void {
      if (elapsedMs(confirmedAt) > GAP_MS) steadySince = moment();
      confirmedAt = sentAt;
      if (isConnected) connectedSince ??= moment();
    },
    reconnected(): void {
      connectedSince = undefined;
    },
    elapsedMs: (): number => elapsedMs(confirmedAt),
    connectedMs: (): number => (connectedSince === undefined ? 0 : elapsedMs(connectedSince)),

    /** Age of the last confirmed heartbeat, for readiness. Changes of the system clock do not affect it. */
    ageMs: (): number => performance.now() - confirmedAt.steady,

    /**
     * Whether the silence of others counts. It does not if this process or PostgreSQL was away a moment ago, or another
     * server has just taken over.
     */
    mayJudge: (): boolean =>
      elapsedMs(confirmedAt) < GAP_MS && elapsedMs(steadySince) > WORKER_SILENCE_SECONDS_MAX * 1_000,
  };
}

/** Takes the larger of two clocks: one may be set back, the other may stop while the machine sleeps. */
function elapsedMs(since: Moment): number {
  return Math.max(Date.now() - since.wall, performance.now() - since.steady);
}
