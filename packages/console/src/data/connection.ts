import { useSyncExternalStore } from 'react';

// Tracks whether the server can be reached. Every response and failure is reported here. A page without requests polls,
// so that "Live" is never outdated. While the server is away, its health is polled until it is back, and subscribers
// are notified.

export type Connection = 'live' | 'reconnecting' | 'offline';

const LOOK_MS = 2_000;
const SILENCE_MS = 10_000;
let state: Connection = navigator.onLine ? 'live' : 'offline';
let timer: ReturnType<typeof setTimeout> | undefined;
let answeredAt = performance.now();
const listeners = new Set<() => void>();
const onBack = new Set<() => void>();

function set(next: Connection): void {
  if (state === next) return;
  const isBack = next === 'live';
  state = next;
  for (const listener of listeners) listener();
  if (isBack) for (const callback of onBack) callback();
}

export function reportAnswer(): void {
  clearTimeout(timer);
  timer = undefined;
  answeredAt = performance.now();
  set('live');
}

export function reportLoss(): void {
  set(navigator.onLine ? 'reconnecting' : 'offline');
  timer ??= setTimeout(look, LOOK_MS);
}

async function look(): Promise<void> {
  timer = undefined;
  const answer = await fetch('/health/', { cache: 'no-store' }).catch(() => undefined);
  if (answer?.ok) reportAnswer();
  else reportLoss();
}

function lookWhenSilent(): void {
  const isSilent = performance.now() - answeredAt > SILENCE_MS;
  if (state === 'live' && isSilent && document.visibilityState === 'visible') void look();
}

setInterval(lookWhenSilent, SILENCE_MS / 2);
addEventListener('visibilitychange', lookWhenSilent);
addEventListener('offline', reportLoss);
addEventListener('online', () => void look());

/** Called when the server answers again after it was away. */
export function onReconnect(callback: () => void): () => void {
  onBack.add(callback);
  return () => onBack.delete(callback);
}

export const useConnection = (): Connection =>
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => state,
  );
