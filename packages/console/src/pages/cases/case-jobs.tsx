import type { Case } from '@errand/sdk';
import { useState } from 'react';
import { StatusBadge } from '../../design/badge.tsx';
import { Card } from '../../design/card.tsx';
import { QueryView } from '../../design/query-view.tsx';
import { RelativeTime } from '../../design/relative-time.tsx';
import { JobLink } from '../../lists/links.tsx';
import { JobOutputs } from '../jobs/job-outputs.tsx';
import { useJob } from '../jobs/use-job.ts';

type CaseJob = Case['jobs'][number];

/** What the agents found, each finding beside its evidence. A job is loaded when it is opened. */
export const CaseJobs = ({ one: { jobs, alerts } }: { one: Case }) =>
  jobs.length > 0 && (
    <Card title={`What agents found (${jobs.length})`}>
      <ul className="flex flex-col gap-2">
        {jobs.map((job) => (
          <li key={job.job_id}>
            <OneJob job={job} rule={alerts.find(({ id }) => id === job.alert_id)?.rule} />
          </li>
        ))}
      </ul>
    </Card>
  );

function OneJob({ job, rule }: { job: CaseJob; rule: string | undefined }) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <details onToggle={({ currentTarget }) => setIsOpen(currentTarget.open)}>
      <summary className="cursor-pointer">
        <bdi className="font-medium">{job.step ?? 'Job'}</bdi>{' '}
        <span className="text-muted">
          {rule !== undefined && (
            <>
              on <bdi>{rule}</bdi> ·{' '}
            </>
          )}
          <RelativeTime at={job.created_at} />
        </span>
      </summary>
      {isOpen && <Result id={job.job_id} />}
    </details>
  );
}

function Result({ id }: { id: string }) {
  const job = useJob(id);
  return (
    <div className="mt-2 border-border border-l-2 pl-3">
      <QueryView query={job} rows={3}>
        {(data) => (
          <div className="flex min-w-0 flex-col gap-3">
            <p className="flex flex-wrap items-center gap-2">
              <StatusBadge code={data.status_code} state={data.display_status} />
              <JobLink id={id} />
            </p>
            <JobOutputs job={data} />
          </div>
        )}
      </QueryView>
    </div>
  );
}
