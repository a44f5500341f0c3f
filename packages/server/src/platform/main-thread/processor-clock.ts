import { performance } from 'node:perf_hooks';

// The processor time of the thread that asks. On a crowded machine the thread also waits for a processor, in the middle
// of whatever it does, and nobody's work is to blame for that.

export type ProcessorClock = ReturnType<typeof createProcessorClock>;
type Parts = { now?: () => number; usedMs?: () => number; activeMs?: () => number };

/**
 * Linux counts the time of a running thread in ticks of up to 4 ms (100 Hz: 10 ms), so a short piece of work cannot be
 * measured alone. Over this much work, a tick more or less is some percent.
 */
const WINDOW_MS = 100;

/** Measures pieces of work by the clock and takes off what the thread lately waited for a processor. */
export function createProcessorClock({
  now = () => performance.now(),
  usedMs = threadUsedMs,
  activeMs = () => performance.eventLoopUtilization().active,
}: Parts = {}) {
  let last = { at: now(), used: usedMs(), active: activeMs() };
  /** Of the time in which the thread had work, the part in which it had a processor. */
  let part = 1;

  function look(at: number): void {
    if (at - last.at < WINDOW_MS) return;
    const active = activeMs();
    if (active - last.active < WINDOW_MS) return;
    const used = usedMs();
    part = Math.min(1, Math.max(0, (used - last.used) / (active - last.active)));
    last = { at, used, active };
  }

  return {
    now,
    /** The processor time of the work between two moments, of which the second is now. */
    between(from: number, to: number): number {
      look(to);
      return (to - from) * part;
    },
  };
}

/** What this thread alone has used: neither other threads of the process nor the time in which it waits. */
export function threadUsedMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1_000;
}
