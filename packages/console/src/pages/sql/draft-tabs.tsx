import { Plus, X } from 'lucide-react';
import { isUnsaved } from '../../data/unsaved.ts';
import { IconButton } from '../../design/button.tsx';
import { cx } from '../../design/cx.ts';
import type { SqlDraft } from './sql-drafts.ts';

type DraftTabsProps = {
  drafts: SqlDraft[];
  openId: string;
  onOpen(id: string): void;
  onClose(draft: SqlDraft): void;
  onNew(): void;
};

/** Tabs of the open texts, each with its own result. A dot marks a text that is not saved as a worksheet. */
export function DraftTabs({ drafts, openId, onOpen, onClose, onNew }: DraftTabsProps) {
  return (
    <ul aria-label="Open drafts" className="flex flex-wrap items-center gap-1">
      {drafts.map((draft) => (
        <li
          key={draft.id}
          className={cx(
            'flex items-center rounded-sm border pl-2',
            draft.id === openId ? 'border-control bg-accent-soft' : 'border-border',
          )}
        >
          <button
            type="button"
            aria-current={draft.id === openId ? 'true' : undefined}
            onClick={() => onOpen(draft.id)}
            className="min-h-7 max-w-44 truncate rounded-sm"
          >
            <bdi>{draft.name}</bdi>
            {isUnsaved(draft) && (
              <span className="text-muted">
                <span aria-hidden> •</span>
                <span className="sr-only"> not saved</span>
              </span>
            )}
          </button>
          <IconButton
            label={`Close ${draft.name}`}
            icon={<X size={12} aria-hidden />}
            className="size-6.5"
            onClick={() => onClose(draft)}
          />
        </li>
      ))}
      <li>
        <IconButton label="New draft" icon={<Plus size={14} aria-hidden />} onClick={onNew} />
      </li>
    </ul>
  );
}
