import { useCallback, useEffect, useState } from 'react';
import { addDraft, changeDraft, closeDraft, keepDrafts, readDrafts, type SqlDraft } from './sql-drafts.ts';

/** Open texts, kept in the browser with every change. */
export function useDrafts() {
  const [drafts, setDrafts] = useState(readDrafts);
  useEffect(() => keepDrafts(drafts), [drafts]);
  const change = useCallback(
    (id: string, next: Partial<SqlDraft>) => setDrafts((now) => changeDraft(now, id, next)),
    [],
  );
  const add = useCallback((draft: SqlDraft) => setDrafts((now) => addDraft(now, draft)), []);
  const close = useCallback((id: string) => setDrafts((now) => closeDraft(now, id)), []);
  const show = useCallback((id: string) => setDrafts((now) => ({ ...now, openId: id })), []);
  const open = drafts.drafts.find(({ id }) => id === drafts.openId) ?? drafts.drafts[0]!;
  return { drafts, open, change, add, close, show };
}
