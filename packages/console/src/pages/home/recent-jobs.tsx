import { Link } from '@tanstack/react-router';
import { useRead } from '../../data/queries.ts';
import { keys } from '../../data/query-keys.ts';
import { buttonClass } from '../../design/button.tsx';
import { Card } from '../../design/card.tsx';
import { QueryView } from '../../design/query-view.tsx';
import { errand } from '../../session/client.ts';
import { inputPreview } from '../jobs/input-preview.ts';
import { JobLinks } from '../jobs/job-links.tsx';

export const useRecentJobs = () =>
  useRead([...keys.jobs(), 'recent'], (options) => errand.jobs.list({ page_size: 10 }, options), {
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
            <p className="text-muted">None yet. Run an agent, here or through the API, and its job appears here.</p>
          ) : (
            <JobLinks jobs={results} name={(job) => job.agent_name} about={(job) => inputPreview(job)} />
          )
        }
      </QueryView>
    </Card>
  );
}
