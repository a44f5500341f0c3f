import { useSyncExternalStore } from 'react';

// The time zone in which the console writes times, remembered in this browser. Without a choice it is the browser's.

const PLACE = 'errand.time-zone';
const listeners = new Set<() => void>();
let chosen = read();

function read(): string {
  // Tests of pure functions run without a browser.
  const kept = globalThis.localStorage?.getItem(PLACE) ?? '';
  return isKnown(kept) ? kept : '';
}

function isKnown(zone: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: zone });
    return zone !== '';
  } catch {
    return false;
  }
}

/** The chosen zone, or nothing for that of the browser. */
export const getTimeZone = (): string => chosen;

/** For the options of `Intl.DateTimeFormat`. */
export const inZone = (): { timeZone?: string } => (chosen === '' ? {} : { timeZone: chosen });

export function setTimeZone(zone: string): void {
  chosen = isKnown(zone) ? zone : '';
  if (chosen === '') localStorage.removeItem(PLACE);
  else localStorage.setItem(PLACE, chosen);
  for (const listener of listeners) listener();
}

export const useTimeZone = (): string =>
  useSyncExternalStore((listener) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  }, getTimeZone);

/** Lists the time zones that the browser knows, its own first. */
export function listTimeZones(): string[] {
  return [...new Set([browserZone(), 'UTC', ...Intl.supportedValuesOf('timeZone')])];
}

export const browserZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone;
