/** The part of an attempt that changes the state of its webhook. It began at `at`. */
export type AttemptFacts = {
  webhookId: string;
  first: boolean;
  at: Date;
  endedAt: Date;
  succeeded: boolean;
  gone: boolean;
};

/** A batch of attempts, summed up for one webhook. */
export type AttemptSummary = {
  webhookId: string;
  /** When the last first attempt began, and when the last success and failure ended. */
  firstAt: Date | null;
  successAt: Date | null;
  failureAt: Date | null;
  /** Failures since the last success. If the batch has no success, they are added to earlier ones. */
  failures: number;
  failingSince: Date | null;
  gone: boolean;
};

/**
 * Sums up attempts, in their order, by webhook. The result is sorted by webhook, because rows are locked in that order.
 */
export function sumUpAttempts(items: readonly AttemptFacts[]): AttemptSummary[] {
  const entries = new Map<string, AttemptSummary>();
  for (const item of items) {
    let entry = entries.get(item.webhookId);
    if (entry === undefined) {
      entry = emptyEntry(item.webhookId);
      entries.set(item.webhookId, entry);
    }
    if (item.first) entry.firstAt = later(entry.firstAt, item.at);
    if (item.succeeded) {
      entry.successAt = later(entry.successAt, item.endedAt);
      entry.failures = 0;
      entry.failingSince = null;
    } else {
      entry.failureAt = later(entry.failureAt, item.endedAt);
      entry.failures += 1;
      entry.failingSince = earlier(entry.failingSince, item.at);
    }
    entry.gone ||= item.gone;
  }
  return [...entries.values()].sort((a, b) => (a.webhookId < b.webhookId ? -1 : 1));
}

const emptyEntry = (webhookId: string): AttemptSummary => ({
  webhookId,
  firstAt: null,
  successAt: null,
  failureAt: null,
  failures: 0,
  failingSince: null,
  gone: false,
});

const later = (known: Date | null, at: Date): Date => (known === null || at.getTime() > known.getTime() ? at : known);
const earlier = (known: Date | null, at: Date): Date => (known === null || at.getTime() < known.getTime() ? at : known);
