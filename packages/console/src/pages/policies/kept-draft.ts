import type { PolicyDraft } from './policy-draft.ts';

// Keeps unsaved work in this browser until it is saved or discarded, so that a reload, a crash or a lost session costs
// nothing.

export type KeptDraft = { name: string; description: string; draft: PolicyDraft; baseId: string | null; at: number };

const place = (id: string): string => `errand.policy-draft.${id}`;

export function readKept(id: string): KeptDraft | undefined {
  try {
    const found = JSON.parse(localStorage.getItem(place(id)) ?? 'null') as KeptDraft | null;
    return Array.isArray(found?.draft?.categories) ? found : undefined;
  } catch {
    return undefined;
  }
}

export function keep(id: string, draft: KeptDraft): void {
  try {
    localStorage.setItem(place(id), JSON.stringify(draft));
  } catch {
    // The browser's storage is full. Saving on the server still works.
  }
}

export const forget = (id: string): void => localStorage.removeItem(place(id));

/** Calls back when another tab changes the same draft. */
export function onOtherTab(id: string, callback: () => void): () => void {
  const listener = (event: StorageEvent) => {
    if (event.key === place(id) && event.newValue !== null) callback();
  };
  addEventListener('storage', listener);
  return () => removeEventListener('storage', listener);
}
