import { useCallback, useEffect, useRef, useState } from 'react';
import {
  addDraft,
  changeDraft,
  closeDraft,
  keepDrafts,
  mergeDrafts,
  onOtherTab,
  readDrafts,
  type SqlDraft,
} from './sql-drafts.ts';

/** The open drafts, stored in the browser with every change. */
export function useDrafts() {
  const [drafts, setDrafts] = useState(readDrafts);
  const typedId = useRef<string>(undefined);
  const isForeign = useRef(false);
  useEffect(() => {
    // Changes from another tab are already stored. Storing them again would make the tabs notify each other endlessly.
    if (!isForeign.current) keepDrafts(drafts);
    isForeign.current = false;
  }, [drafts]);
  useEffect(
    () =>
      onOtherTab((other) => {
        setDrafts((own) => {
          const merged = mergeDrafts(own, other, typedId.current);
          isForeign.current = merged.drafts.length === other.drafts.length;
          return merged;
        });
        typedId.current = undefined;
      }),
    [],
  );
  const change = useCallback((id: string, next: Partial<SqlDraft>) => {
    if (next.text !== undefined) typedId.current = id;
    setDrafts((now) => changeDraft(now, id, next));
  }, []);
  const add = useCallback((draft: SqlDraft) => setDrafts((now) => addDraft(now, draft)), []);
  const close = useCallback((id: string) => setDrafts((now) => closeDraft(now, id)), []);
  const show = useCallback((id: string) => setDrafts((now) => ({ ...now, openId: id })), []);
  const open = drafts.drafts.find(({ id }) => id === drafts.openId) ?? drafts.drafts[0]!;
  return { drafts, open, change, add, close, show };
}
