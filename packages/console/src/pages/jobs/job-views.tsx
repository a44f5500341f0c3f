import { Link } from '@tanstack/react-router';
import { Bookmark, X } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { Button, IconButton } from '../../design/button.tsx';
import { cx } from '../../design/cx.ts';
import { Dialog } from '../../design/dialog.tsx';
import { Field, Input } from '../../design/field.tsx';
import { showToast } from '../../design/toast.tsx';
import { isFiltered, type JobSearch } from './job-search.ts';
import { removeView, type SavedView, saveView, useSavedViews } from './saved-views.ts';

const views: SavedView[] = [
  { name: 'All', search: {} },
  { name: 'Running now', search: { status: 'pending,started,retry' } },
  { name: 'Failed today', search: { status: 'failure', since: '24h' } },
  { name: 'Needs review', search: { review: 'pending' } },
  { name: 'Expensive', search: { since: '7d', cost_min: 0.1 } },
];

const signature = (search: JobSearch): string => JSON.stringify(Object.entries(search).sort());

/** Filters that people set again and again: those of the service, and those that were given a name here. */
export function JobViews({ search, organizationId }: { search: JobSearch; organizationId: string }) {
  const saved = useSavedViews(organizationId);
  const [isNaming, setIsNaming] = useState(false);
  const current = signature(search);
  const isKnown = [...views, ...saved].some((view) => signature(view.search) === current);
  function remove(view: SavedView): void {
    removeView(organizationId, view.name);
    showToast(`${view.name} was removed`, { undo: () => saveView(organizationId, view) });
  }
  return (
    <div className="mb-3 flex flex-wrap items-center gap-1">
      <nav aria-label="Views" className="flex flex-wrap gap-1">
        {views.map((view) => (
          <ViewLink key={view.name} view={view} isCurrent={signature(view.search) === current} />
        ))}
        {saved.map((view) => (
          <span key={view.name} className="inline-flex items-center rounded-sm border border-border">
            <ViewLink view={view} isCurrent={signature(view.search) === current} />
            <IconButton
              label={`Remove view ${view.name}`}
              icon={<X size={12} aria-hidden />}
              className="size-6.5"
              onClick={() => remove(view)}
            />
          </span>
        ))}
      </nav>
      {isFiltered(search) && !isKnown && (
        <Button variant="quiet" size="sm" icon={<Bookmark size={12} aria-hidden />} onClick={() => setIsNaming(true)}>
          Save this view…
        </Button>
      )}
      {isNaming && (
        <NameDialog
          onClose={() => setIsNaming(false)}
          onSave={(name) => {
            saveView(organizationId, { name, search });
            setIsNaming(false);
            showToast(`Saved as ${name}`);
          }}
        />
      )}
    </div>
  );
}

function ViewLink({ view, isCurrent }: { view: SavedView; isCurrent: boolean }) {
  return (
    <Link
      to="/jobs"
      search={view.search}
      aria-current={isCurrent ? 'true' : undefined}
      className={cx(
        'flex h-7 items-center rounded-sm px-2.5 font-medium hover:bg-hover',
        isCurrent ? 'bg-accent-soft text-accent' : 'text-muted',
      )}
    >
      <bdi className="max-w-48 truncate">{view.name}</bdi>
    </Link>
  );
}

function NameDialog({ onClose, onSave }: { onClose(): void; onSave(name: string): void }) {
  const [name, setName] = useState('');
  function submit(event: FormEvent): void {
    event.preventDefault();
    if (name.trim() !== '') onSave(name.trim());
  }
  return (
    <Dialog
      open
      onClose={onClose}
      title="Save this view"
      description="Saved in this browser. To share it, send the page URL."
    >
      <form onSubmit={submit} className="flex flex-col gap-4">
        <Field label="Name of the view">
          <Input autoFocus required maxLength={60} value={name} onChange={(event) => setName(event.target.value)} />
        </Field>
        <div className="flex justify-end gap-2">
          <Button onClick={onClose}>Close</Button>
          <Button type="submit" variant="primary" disabled={name.trim() === ''}>
            Save
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
