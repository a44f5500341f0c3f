import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { StatusBadge } from '../../design/badge.tsx';
import { buttonClass } from '../../design/button.tsx';
import { Card } from '../../design/card.tsx';
import { formatDuration } from '../../design/format.ts';
import { QueryView } from '../../design/query-view.tsx';
import { RelativeTime } from '../../design/relative-time.tsx';
import { keys } from '../../query-keys.ts';
import { errand } from '../../session/client.ts';

export const useRecentJobs = () =>
  useQuery({
    queryKey: [...keys.jobs(), 'recent'],
    queryFn: ({ signal }) => errand.overview.jobs({ page_size: 10 }, signal),
    refetchInterval: 3_000,
  });

export function RecentJobs() {
  const jobs = useRecentJobs();
  return (
    <Card
      title="Recent jobs"
      actions={
        <Link to="/jobs" className={buttonClass('secondary', 'sm')}>
          All jobs
        </Link>
      }
    >
      <QueryView query={jobs}>
        {({ results }) =>
          results.length === 0 ? (
            <p className="text-muted">None yet. Run an agent, here or over the API, and it appears by itself.</p>
          ) : (
            <ul>
              {results.map((job) => (
                <li key={job.id}>
                  <Link
                    to="/jobs/$id"
                    params={{ id: job.id }}
                    className="flex min-h-8 items-center gap-3 rounded-sm px-1.5 hover:bg-hover"
                  >
                    <StatusBadge code={job.status_code} />
                    <bdi className="min-w-0 flex-1 truncate">{job.agent_name}</bdi>
                    <span className="text-muted">{formatDuration(job.duration_ms)}</span>
                    <span className="w-20 text-right text-muted">
                      <RelativeTime at={job.created_at} />
                    </span>
                  </Link>
                </li>
              ))}
            </ul>
          )
        }
      </QueryView>
    </Card>
  );
}
