import type { JobListItem } from '@errand/sdk';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { StatusBadge } from '../../design/badge.tsx';
import { formatDuration } from '../../design/format.ts';
import { RelativeTime } from '../../design/relative-time.tsx';

type JobLinksProps<T> = {
  jobs: readonly T[];
  name(job: T): ReactNode;
  /** What the job is about, if its name does not say it. */
  about?(job: T): string;
};

/** Lists a few jobs, one per line. */
export function JobLinks<T extends JobListItem>({ jobs, name, about }: JobLinksProps<T>) {
  return (
    <ul className="-mx-1.5 flex flex-col">
      {jobs.map((job) => (
        <li key={job.id}>
          <Link
            to="/jobs/$id"
            params={{ id: job.id }}
            className="flex min-h-8 items-center gap-x-3 rounded-sm px-1.5 hover:bg-hover max-sm:flex-wrap max-sm:py-1"
          >
            <span className="shrink-0 sm:w-24">
              <StatusBadge code={job.status_code} state={job.display_status} />
            </span>
            <span className="min-w-0 flex-1 max-sm:order-last max-sm:basis-full max-sm:break-words sm:truncate">
              <bdi>{name(job)}</bdi>
              {about && <bdi className="ml-2 text-muted">{about(job)}</bdi>}
            </span>
            <span className="text-muted max-sm:ml-auto">{formatDuration(job.duration_ms)}</span>
            <span className="w-20 text-right text-muted">
              <RelativeTime at={job.created_at} />
            </span>
          </Link>
        </li>
      ))}
    </ul>
  );
}
