import { Link } from '@tanstack/react-router';
import { cx } from '../../design/cx.ts';
import type { JobSearch } from './job-search.ts';

const views: { label: string; search: JobSearch }[] = [
  { label: 'All', search: {} },
  { label: 'Running now', search: { status: 'pending,started,retry' } },
  { label: 'Failed today', search: { status: 'failure', since: '24h' } },
  { label: 'Needs review', search: { review: 'pending' } },
  { label: 'Expensive', search: { since: '7d', cost_min: 0.1 } },
];

/** Filters that people set again and again. */
export function JobViews({ search }: { search: JobSearch }) {
  const current = JSON.stringify(Object.entries(search).sort());
  return (
    <nav aria-label="Views" className="mb-3 flex flex-wrap gap-1">
      {views.map((view) => {
        const isCurrent = JSON.stringify(Object.entries(view.search).sort()) === current;
        return (
          <Link
            key={view.label}
            to="/jobs"
            search={view.search}
            aria-current={isCurrent ? 'true' : undefined}
            className={cx(
              'flex h-7 items-center rounded-sm px-2.5 font-medium hover:bg-hover',
              isCurrent ? 'bg-accent-soft text-accent' : 'text-muted',
            )}
          >
            {view.label}
          </Link>
        );
      })}
    </nav>
  );
}
