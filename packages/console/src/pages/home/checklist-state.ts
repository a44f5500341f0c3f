import { useSyncExternalStore } from 'react';

// Remembers which first steps are done and whether the list is hidden, per organization in this browser.

export type ChecklistState = { isHidden: boolean; done: readonly string[] };

const nothing: ChecklistState = { isHidden: false, done: [] };
const listeners = new Set<() => void>();
const known = new Map<string, ChecklistState>();

const placeOf = (orgId: string): string => `errand.checklist.${orgId}`;

function read(orgId: string | undefined): ChecklistState {
  if (orgId === undefined) return nothing;
  let state = known.get(orgId);
  if (state === undefined) {
    try {
      state = { ...nothing, ...(JSON.parse(localStorage.getItem(placeOf(orgId)) ?? '{}') as Partial<ChecklistState>) };
    } catch {
      state = nothing;
    }
    known.set(orgId, state);
  }
  return state;
}

function write(orgId: string, state: ChecklistState): void {
  known.set(orgId, state);
  localStorage.setItem(placeOf(orgId), JSON.stringify(state));
  for (const listener of listeners) listener();
}

export const setHidden = (orgId: string, isHidden: boolean): void => write(orgId, { ...read(orgId), isHidden });

export function noteDone(orgId: string, names: readonly string[]): void {
  const { done, isHidden } = read(orgId);
  const fresh = names.filter((name) => name !== '' && !done.includes(name));
  if (fresh.length > 0) write(orgId, { isHidden, done: [...done, ...fresh] });
}

export const useChecklist = (orgId: string | undefined): ChecklistState =>
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => read(orgId),
  );
