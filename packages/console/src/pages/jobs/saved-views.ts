import { useSyncExternalStore } from 'react';
import { type JobSearch, readJobSearch } from './job-search.ts';

// Filters that somebody gave a name, kept in this browser by organization. The address of a view is all there is to
// it, so sharing one is sending its link.

export type SavedView = { name: string; search: JobSearch };

const VIEWS_MAX = 30;
const placeOf = (organizationId: string): string => `errand.job-views.${organizationId}`;
const listeners = new Set<() => void>();
const remembered = new Map<string, { text: string | null; views: SavedView[] }>();

export function readViews(organizationId: string): SavedView[] {
  const text = localStorage.getItem(placeOf(organizationId));
  const known = remembered.get(organizationId);
  if (known?.text === text && known !== undefined) return known.views;
  const views = parse(text);
  remembered.set(organizationId, { text, views });
  return views;
}

function parse(text: string | null): SavedView[] {
  try {
    const found = JSON.parse(text ?? '[]') as unknown;
    if (!Array.isArray(found)) return [];
    return found.flatMap((one) =>
      typeof one?.name === 'string' && typeof one.search === 'object' && one.search !== null
        ? [{ name: one.name, search: readJobSearch(one.search) }]
        : [],
    );
  } catch {
    return [];
  }
}

/** A view with the name of another one takes its place. */
export function saveView(organizationId: string, view: SavedView): void {
  const others = readViews(organizationId).filter(({ name }) => name !== view.name);
  write(organizationId, [...others, view].slice(-VIEWS_MAX));
}

export function removeView(organizationId: string, name: string): void {
  write(
    organizationId,
    readViews(organizationId).filter((view) => view.name !== name),
  );
}

function write(organizationId: string, views: SavedView[]): void {
  localStorage.setItem(placeOf(organizationId), JSON.stringify(views));
  for (const listener of listeners) listener();
}

export const useSavedViews = (organizationId: string): SavedView[] =>
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      addEventListener('storage', listener);
      return () => {
        listeners.delete(listener);
        removeEventListener('storage', listener);
      };
    },
    () => readViews(organizationId),
  );
