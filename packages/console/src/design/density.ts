import { useSyncExternalStore } from 'react';

// The row height of all tables, remembered in this browser. styles.css has the same heights as --row-height.

export const densities = ['comfortable', 'default', 'compact'] as const;
export type Density = (typeof densities)[number];

const heights: Record<Density, number> = { comfortable: 40, default: 32, compact: 26 };
const PLACE = 'errand.density';
const listeners = new Set<() => void>();

export function getDensity(): Density {
  const kept = localStorage.getItem(PLACE) as Density | null;
  return kept !== null && densities.includes(kept) ? kept : 'default';
}

export function applyDensity(): void {
  document.documentElement.dataset.density = getDensity();
  for (const listener of listeners) listener();
}

export function setDensity(density: Density): void {
  localStorage.setItem(PLACE, density);
  applyDensity();
}

export const useDensity = (): Density =>
  useSyncExternalStore((listener) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  }, getDensity);

/** Returns the height in pixels, for virtualized tables. */
export const useRowHeight = (): number => heights[useDensity()];
