import { type Activity, during } from '../activity.ts';
import { limits } from '../limits.ts';
import type { Metrics } from '../metrics.ts';
import type { Payer, Shares } from './shares.ts';
import { slices } from './slices.ts';

// The time of the main thread that jobs and other work take, by organization. Whoever uses more than their share of a busy
// thread waits in the queue: their next jobs start later, and their requests are answered as before.

export type Background = ReturnType<typeof createBackground>;

export function createBackground(shares: Shares) {
  const seen = new Set<string>();
  const payerOf = (orgId: string): Payer => ({
    kind: 'background',
    key: `background of ${orgId}`,
    owner: orgId,
    share: limits.orgShare / 100,
  });
  const mustWait = (orgId: string): boolean => limits.orgShare > 0 && shares.isOver(payerOf(orgId));

  return {
    /** Does the work of an organization and charges each slice of it. */
    during<T>(activity: Activity & { org: string }, act: () => T): T {
      const payer = payerOf(activity.org);
      const charge = (ms: number): void => {
        if (!shares.charge(payer, ms)) return;
        seen.add(activity.org);
      };
      return during({ ...activity, onResumed: () => slices.resume(charge) }, () => slices.spend(charge, act));
    },
    /** Whether the organization has used more than its share, so that others are next. */
    mustWait,
    /** The organizations for which that is so. */
    waiting(): string[] {
      const waiting: string[] = [];
      for (const orgId of seen) {
        if (!shares.owes(payerOf(orgId))) seen.delete(orgId);
        else if (mustWait(orgId)) waiting.push(orgId);
      }
      return waiting;
    },
  };
}

/** More would be too many labels, and whoever asks wants to know who takes most. */
const NAMED_MAX = 10;

export function addBackgroundGauges(metrics: Metrics, shares: Shares): void {
  metrics.live(
    'errand_background_main_thread_seconds_total',
    'Processor seconds of the main thread that jobs, statements and leased work took',
    (set) => set({}, shares.totals.background.spentMs / 1_000),
    [],
  );
  metrics.live(
    'errand_background_share_waits_total',
    'Looks at a queue that passed over an organization because its work had used up its share of the main thread',
    (set) => set({}, shares.totals.background.refused),
    [],
  );
  metrics.live(
    'errand_main_thread_owed_seconds',
    'Processor seconds that an organization used beyond its share and that are not paid back, by those who owe most',
    (set) => {
      for (const { kind, owner, ms } of shares.debtors(NAMED_MAX)) set({ payer: kind, org: owner }, ms / 1_000);
    },
    ['payer', 'org'],
  );
}
