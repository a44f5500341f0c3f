import { useSyncExternalStore } from 'react';
import { formatDuration, formatMoment, formatRelative } from './format.ts';

// One clock for all times on the page. It stops while the page is hidden.

let now = Date.now();
const listeners = new Set<() => void>();
let timer: ReturnType<typeof setInterval> | undefined;

function tick(): void {
  if (document.hidden) return;
  now = Date.now();
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  timer ??= setInterval(tick, 1_000);
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    clearInterval(timer);
    timer = undefined;
  };
}

/** Returns the current time, updated once a second. */
export const useNow = (): number => useSyncExternalStore(subscribe, () => now);

export function RelativeTime({ at, none = 'never' }: { at: string | null | undefined; none?: string }) {
  const present = useNow();
  if (at === null || at === undefined) return <span className="text-faint">{none}</span>;
  return (
    <time dateTime={at} title={`${formatMoment(at)} · ${at}`} className="whitespace-nowrap">
      {formatRelative(Date.parse(at), present)}
    </time>
  );
}

/** Shows the elapsed time, which runs until `until` is set. */
export function Elapsed({ since, until }: { since: string; until?: string | null }) {
  const present = useNow();
  const end = until ? Date.parse(until) : present;
  return <span className="tabular-nums">{formatDuration(Math.max(0, end - Date.parse(since)))}</span>;
}
