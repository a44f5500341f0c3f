// Keeps the texts of the editor in this browser as they are typed, so that leaving the page, a reload or a lost session
// costs nothing. A worksheet is a text saved under a name on the server.

export type SqlDraft = {
  id: string;
  name: string;
  text: string;
  /** The worksheet it was saved as, and the saved text. */
  worksheetId?: string | undefined;
  savedText?: string | undefined;
  /** The last query that was run from this text. */
  queryId?: string | undefined;
};

export type SqlDrafts = { drafts: SqlDraft[]; openId: string };

const PLACE = 'errand.sql-drafts';
const DRAFTS_MAX = 30;

export const newDraft = (text = '', name = 'Untitled'): SqlDraft => ({
  id: `${Date.now().toString(36)}${Math.random().toString(36).slice(2, 8)}`,
  name,
  text,
});

export function readDrafts(): SqlDrafts {
  try {
    const found = JSON.parse(localStorage.getItem(PLACE) ?? 'null') as SqlDrafts | null;
    const drafts = (found?.drafts ?? []).filter(
      (draft) => typeof draft?.id === 'string' && typeof draft.text === 'string',
    );
    if (drafts.length > 0) {
      const openId = drafts.some(({ id }) => id === found!.openId) ? found!.openId : drafts[0]!.id;
      return { drafts, openId };
    }
  } catch {
    // Unreadable drafts are ignored.
  }
  const first = newDraft();
  return { drafts: [first], openId: first.id };
}

export function keepDrafts(drafts: SqlDrafts): void {
  try {
    localStorage.setItem(PLACE, JSON.stringify(drafts));
  } catch {
    // The browser's storage is full. Saving as a worksheet still works.
  }
}

/**
 * Merges the drafts of another tab. Nothing is lost: a text that both changed is kept twice. `typedId` is the draft
 * that was changed here since the tabs last agreed.
 */
export function mergeDrafts(own: SqlDrafts, other: SqlDrafts, typedId: string | undefined): SqlDrafts {
  const drafts = [...own.drafts];
  for (const draft of other.drafts) {
    const at = drafts.findIndex(({ id }) => id === draft.id);
    if (at < 0) drafts.push(draft);
    else if (drafts[at]!.text === draft.text || draft.id !== typedId) drafts[at] = draft;
    else {
      const name = `${draft.name} (other tab)`;
      const copy = drafts.findIndex((one) => one.name === name);
      if (copy < 0) drafts.push(newDraft(draft.text, name));
      else drafts[copy] = { ...drafts[copy]!, text: draft.text };
    }
  }
  return { ...own, drafts: drafts.slice(-DRAFTS_MAX) };
}

/** Calls back with the drafts of another tab when they change. */
export function onOtherTab(callback: (drafts: SqlDrafts) => void): () => void {
  const listener = (event: StorageEvent) => {
    if (event.key === PLACE && event.newValue !== null) callback(readDrafts());
  };
  addEventListener('storage', listener);
  return () => removeEventListener('storage', listener);
}

/** Adds a draft, and replaces an empty one. */
export function addDraft(state: SqlDrafts, draft: SqlDraft): SqlDrafts {
  const begun = draft.text === '' ? state.drafts : state.drafts.filter(({ text, queryId }) => text !== '' || queryId);
  return { drafts: [...begun, draft].slice(-DRAFTS_MAX), openId: draft.id };
}

export function closeDraft(state: SqlDrafts, id: string): SqlDrafts {
  const at = state.drafts.findIndex((draft) => draft.id === id);
  const drafts = state.drafts.filter((draft) => draft.id !== id);
  if (drafts.length === 0) drafts.push(newDraft());
  const openId = state.openId === id ? drafts[Math.max(0, Math.min(at, drafts.length - 1))]!.id : state.openId;
  return { drafts, openId };
}

export const changeDraft = (state: SqlDrafts, id: string, change: Partial<SqlDraft>): SqlDrafts => ({
  ...state,
  drafts: state.drafts.map((draft) => (draft.id === id ? { ...draft, ...change } : draft)),
});
