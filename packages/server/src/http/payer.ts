import type { FastifyRequest } from 'fastify';
import { AppError } from '#platform/errors.ts';
import { limits } from '#platform/limits.ts';
import type { Payer, Shares } from '#platform/main-thread/shares.ts';
import { chargeCurrent, slices } from '#platform/main-thread/slices.ts';
import type { Metrics } from '#platform/metrics.ts';
import { sourceOf } from '#platform/source-of.ts';
import { isWithinDoor } from './challenge.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Who pays for the time that the request takes on the main thread. */
    payer: Payer | undefined;
  }
  interface FastifyInstance {
    shares: Shares;
  }
}

/** Finds out who pays for the request. Throws if they have used up their share of the main thread. */
export function admit(request: FastifyRequest): void {
  const payer = payerOf(request);
  if (payer.share === 0) return;
  request.payer = payer;
  // Also what it does with each answer of the database.
  chargeCurrent((ms) => request.server.shares.charge(payer, ms));
  // A door asks once. What it calls within the process is a part of the same request.
  if (!isWithinDoor(request)) ask(request, payer);
}

/** Throws if whoever pays has used up their share of the main thread. Charges nothing. */
export function refuseDebtor(request: FastifyRequest): void {
  const payer = payerOf(request);
  if (payer.share > 0) ask(request, payer);
}

/** What Node takes to receive a MiB, which it does outside of any request: 4 to 5 ms of processor time. */
const RECEIPT_MS_PER_MIB = 4;

export function chargeReceipt(request: FastifyRequest, bytes: number): void {
  const payer = payerOf(request);
  if (payer.share > 0) request.server.shares.charge(payer, (bytes / 1024 ** 2) * RECEIPT_MS_PER_MIB);
}

function ask(request: FastifyRequest, payer: Payer): void {
  const retryAfterSeconds = request.server.shares.ask(payer);
  if (retryAfterSeconds === 0) return;
  const who = payer.kind === 'organization' ? 'Requests of this organization' : 'Requests of this address';
  const detail = `${who} take more than their share of a busy server. Try again in ${retryAfterSeconds} s.`;
  throw new AppError('rate_limited', { detail, retryAfterSeconds });
}

function payerOf({ caller, credential, ip }: FastifyRequest): Payer {
  const own = { kind: 'organization', share: limits.orgShare / 100 } as const;
  if (caller !== undefined) return { ...own, key: caller.orgId };
  if (credential === undefined) return { kind: 'source', key: `from ${sourceOf(ip)}`, share: limits.sourceShare / 100 };
  return { ...own, key: credential.kind === 'user' ? `person ${credential.userId}` : credential.orgId };
}

/** Charges the time that `act` takes before it first waits. */
export function spend<T>(request: FastifyRequest, act: () => T): T {
  const { payer, server } = request;
  if (payer === undefined) return act();
  return slices.spend((ms) => server.shares.charge(payer, ms), act);
}

const PAYERS = ['organization', 'source'] as const;

export function addShareGauges(metrics: Metrics, { totals }: Shares): void {
  metrics.live(
    'errand_http_main_thread_seconds_total',
    'Processor seconds of the main thread that requests took, by who pays for them',
    (set) => {
      for (const payer of PAYERS) set({ payer }, totals[payer].spentMs / 1_000);
    },
    ['payer'],
  );
  metrics.live(
    'errand_http_share_refusals_total',
    'Requests refused because their payer had used up its share of the main thread',
    (set) => {
      for (const payer of PAYERS) set({ payer }, totals[payer].refused);
    },
    ['payer'],
  );
}
