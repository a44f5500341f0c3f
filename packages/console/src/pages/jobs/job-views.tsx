import { Link } from '@tanstack/react-router';
import { Bookmark, Users, X } from 'lucide-react';
import { useState } from 'react';
import { reload, useChange, useRead } from '../../data/queries.ts';
import { keys } from '../../data/query-keys.ts';
import { Button, IconButton } from '../../design/button.tsx';
import { cx } from '../../design/cx.ts';
import { Field, Input } from '../../design/field.tsx';
import { FormDialog } from '../../design/form-dialog.tsx';
import { showToast } from '../../design/toast.ts';
import { useAccess } from '../../session/access.ts';
import { errand } from '../../session/client.ts';
import { type JobSearch, readJobSearch } from './job-search.ts';

type SavedView = { name: string; search: JobSearch };

const views: SavedView[] = [
  { name: 'All', search: {} },
  { name: 'Running now', search: { status: 'queued,running,retrying' } },
  { name: 'Waiting', search: { status: 'waiting' } },
  { name: 'Failed today', search: { status: 'failed', since: '24h' } },
  { name: 'Needs review', search: { review: 'pending' } },
  { name: 'Expensive', search: { since: '7d', cost_min: 0.1 } },
];

const quiet = 'flex h-7 items-center rounded-sm px-2.5 font-medium whitespace-nowrap text-muted hover:bg-hover';

const signature = (search: JobSearch): string => JSON.stringify(Object.entries(search).sort());

/** Frequently used filters: built-in ones and saved ones. */
export function JobViews({ search }: { search: JobSearch }) {
  const { can } = useAccess();
  const { data: saved = [] } = useRead(keys.jobViews(), (options) => errand.jobViews.list(options), {
    staleTime: 30_000,
    select: (found) => found.map((view) => ({ ...view, search: readJobSearch(view.search) })),
  });
  const [isNaming, setIsNaming] = useState(false);
  const current = signature(search);
  const isKnown = [...views, ...saved].some((view) => signature(view.search) === current);
  const refresh = () => reload(keys.jobViews());
  const onSaved = async ({ name, shared }: { name: string; shared: boolean }) => {
    setIsNaming(false);
    showToast(shared ? `Saved as ${name} for everybody` : `Saved as ${name}`);
    await refresh();
  };
  const restore = useChange(
    (view: { name: string; search: JobSearch; shared: boolean }) => errand.jobViews.create(view),
    onSaved,
  );
  const remove = useChange(
    (view: (typeof saved)[number]) => errand.jobViews.delete(view.id),
    async (_, { name, search: filters, shared }) => {
      showToast(`${name} was removed`, { undo: () => restore.mutate({ name, search: filters, shared }) });
      await refresh();
    },
  );
  return (
    <div className="mb-3 flex flex-wrap items-center gap-1 max-sm:-mx-4 max-sm:flex-nowrap max-sm:overflow-x-auto max-sm:px-4">
      <nav aria-label="Views" className="flex flex-wrap gap-1 max-sm:flex-nowrap">
        {views.map((view) => (
          <ViewLink key={view.name} view={view} isCurrent={signature(view.search) === current} />
        ))}
        <span className="flex gap-1 sm:hidden">
          <Link to="/jobs/errors" className={quiet}>
            Errors
          </Link>
          <Link to="/jobs/bulk" className={quiet}>
            Bulk actions
          </Link>
        </span>
        {saved.map((view) => (
          <span
            key={view.id}
            title={view.shared ? `Shared by ${view.creator ?? 'an API key'}` : 'Only you see it'}
            className="inline-flex items-center rounded-sm border border-border"
          >
            <ViewLink view={view} isCurrent={signature(view.search) === current} />
            {view.shared && <Users size={12} role="img" aria-label="shared" className="mr-1.5 text-faint" />}
            {(view.mine || can('admin')) && (
              <IconButton
                label={`Remove view ${view.name}`}
                icon={<X size={12} aria-hidden />}
                className="size-6.5"
                onClick={() => remove.mutate(view)}
              />
            )}
          </span>
        ))}
      </nav>
      {Object.keys(search).length > 0 && !isKnown && can('member') && (
        <Button variant="quiet" size="sm" icon={<Bookmark size={12} aria-hidden />} onClick={() => setIsNaming(true)}>
          Save this view…
        </Button>
      )}
      {isNaming && (
        <SaveView
          mine={saved.filter(({ mine }) => mine)}
          search={search}
          onClose={() => setIsNaming(false)}
          onSaved={onSaved}
        />
      )}
    </div>
  );
}

type SaveViewProps = {
  /** The user's own filters. Saving replaces one with the same name, after a warning. */
  mine: { name: string; shared: boolean }[];
  search: JobSearch;
  onClose(): void;
  onSaved(view: { name: string; shared: boolean }): unknown;
};

function SaveView({ mine, search, onClose, onSaved }: SaveViewProps) {
  const [name, setName] = useState('');
  const [chosen, setChosen] = useState<boolean>();
  const replaced = mine.find((view) => view.name.toLowerCase() === name.trim().toLowerCase());
  const shared = chosen ?? replaced?.shared ?? false;
  const description =
    replaced === undefined
      ? undefined
      : replaced.shared && !shared
        ? 'Replaces your view of this name. Others lose it: they see it now.'
        : `Replaces your view of this name${replaced.shared ? ', also for everybody else' : ''}.`;
  return (
    <FormDialog
      onClose={onClose}
      title="Save this view"
      description="Saves the current filters and columns under a name."
      action={replaced === undefined ? 'Save' : 'Replace'}
      save={() => errand.jobViews.create({ name, search, shared })}
      onSaved={onSaved}
    >
      <Field label="Name of the view" name="name" description={description}>
        <Input
          autoFocus
          required
          maxLength={60}
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
        />
      </Field>
      <label className="flex items-center gap-2">
        <input
          type="checkbox"
          checked={shared}
          onChange={(event) => setChosen(event.currentTarget.checked)}
          className="accent-accent"
        />
        Share it with everybody in the organization
      </label>
    </FormDialog>
  );
}

function ViewLink({ view, isCurrent }: { view: SavedView; isCurrent: boolean }) {
  return (
    <Link
      to="/jobs"
      search={view.search}
      activeOptions={{ exact: true }}
      aria-current={isCurrent ? 'true' : undefined}
      className={cx(
        'flex h-7 items-center rounded-sm px-2.5 font-medium whitespace-nowrap hover:bg-hover',
        isCurrent ? 'bg-accent-soft text-accent' : 'text-muted',
      )}
    >
      <bdi className="max-w-48 truncate">{view.name}</bdi>
    </Link>
  );
}
