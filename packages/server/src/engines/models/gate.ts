import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type { Db } from '#platform/db.ts';
import type { Logger } from '#platform/log.ts';
import { persistently } from '#platform/persist.ts';
import { createSemaphore } from '#platform/semaphore.ts';
import { type FaultKind, ProviderFault } from './faults.ts';
import {
  claimSlot,
  findGateState,
  type GateState,
  insertProvider,
  LEASE_SECONDS,
  noteFault,
  noteTokens,
  releaseSlot,
  renewSlot,
} from './gate-store.ts';
import { type Provider, slotOf } from './settings.ts';

// A circuit breaker and rate limiter for calls to providers, shared by all processes. If a provider is down, one
// process probes it and the others wait. A healthy provider without limits costs one read per second and no write.

/** Three faults of the kind `down` close a provider, or five of a kind that a single request may cause. */
const WEIGHT_MAX = 5;
const WEIGHTS: Record<FaultKind, number> = { down: 2, broken: 1, busy: 0, refused: 0 };
const LOOK_AGAIN_MS = 1_000;
/** A waiting job holds a slot of its worker. After this time it waits in the queue instead. */
const WAIT_MS_MAX = 20_000;
const PAUSE_MS_MAX = 5_000;
/** A probe usually ends long before its lease, so other calls check again after this time. */
const PROBE_MS_MAX = 2_000;

export type Pass = {
  succeed(tokens?: number): Promise<void>;
  /** Records the fault. Returns true if the provider is closed now. */
  fail(kind: FaultKind, retryAfterMs: number | undefined): Promise<boolean>;
};

export type Gate = ReturnType<typeof createGate>;

export function createGate({ db, log }: { db: Db; log: Logger }) {
  const known = new Map<string, { state: GateState; at: number }>();
  // Among the waiting calls of this process, one polls the database and the others queue behind it.
  const asking = createSemaphore({ perKeyMax: 1 });

  async function look(providerId: string): Promise<GateState> {
    const cached = known.get(providerId);
    if (cached !== undefined && Date.now() - cached.at < LOOK_AGAIN_MS) return cached.state;
    const state = await findGateState(db, providerId);
    known.set(providerId, { state, at: Date.now() });
    return state;
  }

  /** A failure to record the state must not lose an answer that was paid for. */
  function noteAnyway<T>(work: Promise<T>, otherwise: T): Promise<T> {
    return work.catch((error) => {
      log.warn({ err: error, event: 'model.gate' }, 'could not record the state of a model provider');
      return otherwise;
    });
  }

  /** Takes a lease. Returns undefined if there is none right now. */
  async function claim(provider: Provider): Promise<string | undefined> {
    const leaseId = randomUUID();
    if (await claimSlot(db, provider, leaseId)) return leaseId;
    await insertProvider(db, slotOf(provider));
    return (await claimSlot(db, provider, leaseId)) ? leaseId : undefined;
  }

  function pass(provider: Provider, leaseId: string | undefined): Pass {
    const slot = slotOf(provider);
    const renewal =
      leaseId === undefined
        ? undefined
        : setInterval(
            () => void renewSlot(db, slot, leaseId).catch((error) => log.debug({ err: error }, 'gate')),
            (LEASE_SECONDS * 1_000) / 3,
          ).unref();
    return {
      async succeed(tokens = 0) {
        clearInterval(renewal);
        if (tokens > 0 && provider.tokensPerMinute !== undefined)
          await noteAnyway(noteTokens(db, slot, tokens, provider.tokensPerMinute), undefined);
        if (leaseId === undefined && known.get(slot)?.state.faults === 0) return;
        known.delete(slot);
        await noteAnyway(releaseSlot(db, slot, leaseId ?? ''), undefined);
      },
      async fail(kind, retryAfterMs) {
        clearInterval(renewal);
        const noted = insertProvider(db, slot).then(() =>
          noteFault(db, slot, leaseId ?? '', {
            weight: WEIGHTS[kind],
            weightMax: WEIGHT_MAX,
            retryAfterSeconds: retryAfterMs === undefined ? null : retryAfterMs / 1_000,
          }),
        );
        const state = await noteAnyway<GateState | undefined>(noted, undefined);
        if (state === undefined) return false;
        known.set(slot, { state, at: Date.now() });
        return state.outages > 0 && state.closedMs > 0;
      },
    };
  }

  /** Waits for a lease. In an outage it does not wait but throws a fault with the time of the next try. */
  async function enter(provider: Provider, signal: AbortSignal, until: number): Promise<Pass> {
    const isLimited = limited(provider);
    for (let tries = 1; ; tries += 1) {
      signal.throwIfAborted();
      const state = await persistently(() => look(slotOf(provider)));
      const probingMs = state.outages > 0 ? Math.min(state.probingMs, PROBE_MS_MAX) : 0;
      const waitMs = Math.max(state.closedMs, probingMs);
      if (waitMs === 0) {
        if (!isLimited && state.outages === 0) return pass(provider, undefined);
        const leaseId = await persistently(() => claim(provider));
        if (leaseId !== undefined) return pass(provider, leaseId);
        known.delete(slotOf(provider));
      } else if (state.outages > 0) {
        throw new ProviderFault('down', `${provider.id} is not available.`, { retryAfterMs: waitMs });
      }
      if (waitMs > PAUSE_MS_MAX || Date.now() > until) {
        throw new ProviderFault('busy', `${provider.id} accepts no more requests for now.`, {
          retryAfterMs: Math.max(waitMs, state.dueMs, LOOK_AGAIN_MS),
        });
      }
      // A lease may become free at any time; a rate limit says when the next call is due.
      const pauseMs = Math.max(waitMs, state.dueMs, 25 * 2 ** Math.min(tries, 4));
      await delay(Math.min(pauseMs, 500) * (0.75 + Math.random() / 2), undefined, { signal });
    }
  }

  return {
    enter(provider: Provider, signal: AbortSignal): Promise<Pass> {
      const until = Date.now() + WAIT_MS_MAX;
      const work = (): Promise<Pass> => enter(provider, signal, until);
      return limited(provider) ? asking.run(work, { key: slotOf(provider), signal }) : work();
    },
  };
}

const limited = ({ concurrencyMax, callsPerMinute, tokensPerMinute }: Provider): boolean =>
  concurrencyMax !== undefined || callsPerMinute !== undefined || tokensPerMinute !== undefined;
