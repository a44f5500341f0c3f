import type { Entry } from '../children/ledger-load.ts';

// Compares what callers were promised with what is stored and what the model was asked: nothing lost, nothing twice.

export type Stored = { jobId: string; number: string; primary: string; ended: boolean; succeeded: boolean };

export type Verdict = {
  acknowledged: number;
  failed: number;
  firstFailure: string | undefined;
  /** One sentence each. */
  problems: string[];
};

export function judgeLedger(entries: Entry[], stored: Stored[], calls: Record<string, number>): Verdict {
  const acknowledged = entries.filter(({ jobId }) => jobId !== undefined);
  const failed = entries.filter(({ jobId }) => jobId === undefined);
  const byId = Map.groupBy(stored, ({ jobId }) => jobId);
  const sent = new Set(entries.map(({ number }) => number));
  const byNumber = Map.groupBy(
    stored.filter(({ number }) => sent.has(number)),
    ({ number }) => number,
  );
  const problems: string[] = [];
  for (const { jobId, number } of acknowledged) {
    const places = byId.get(jobId!) ?? [];
    if (places.length === 0) problems.push(`Job ${jobId} was acknowledged and is nowhere.`);
    else if (places.length > 1)
      problems.push(`Job ${jobId} is on ${places.map(({ primary }) => primary).join(' and ')}.`);
    else if (!places[0]!.ended) problems.push(`Job ${jobId} was acknowledged and has no end.`);
    else if (!places[0]!.succeeded) problems.push(`Job ${jobId} failed.`);
    if ((calls[number] ?? 0) > 1) problems.push(`The model was asked ${calls[number]} times for job ${jobId}.`);
  }
  for (const [number, jobs] of byNumber) {
    if (jobs.length > 1) problems.push(`Number ${number} was sent once and is ${jobs.length} jobs.`);
  }
  return {
    acknowledged: acknowledged.length,
    failed: failed.length,
    firstFailure: failed[0]?.failure,
    problems,
  };
}

/** Returns the longest wait for a response, and the longest time without one. */
export function longestWaits(entries: Entry[]): { answerMs: number; gapMs: number } {
  const answered = entries.filter(({ jobId }) => jobId !== undefined);
  const moments = answered.map(({ sentAt, ms }) => sentAt + ms).sort((a, b) => a - b);
  const gaps = moments.slice(1).map((moment, index) => moment - moments[index]!);
  return { answerMs: Math.max(0, ...answered.map(({ ms }) => ms)), gapMs: Math.max(0, ...gaps) };
}
