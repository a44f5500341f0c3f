import { type Job, jobStatus } from '@errand/sdk';
import { Link } from '@tanstack/react-router';
import { StatusBadge } from '../../design/badge.tsx';
import { buttonClass } from '../../design/button.tsx';
import { Facts } from '../../design/card.tsx';
import { CopyId } from '../../design/copy.tsx';
import { formatCost, formatDuration } from '../../design/format.ts';
import { QueryView } from '../../design/query-view.tsx';
import { RelativeTime, useNow } from '../../design/relative-time.tsx';
import { shortId } from '../../design/short-id.ts';
import { SidePanel } from '../../design/side-panel.tsx';
import { JobInputs } from './job-inputs.tsx';
import { JobOutputs } from './job-outputs.tsx';
import { readJobTimes } from './job-times.ts';
import { useJob } from './use-job.ts';

type JobPeekProps = { id: string /** As the list has it. */; agentName: string | undefined; onClose(): void };

/** Shows a job beside its list. */
export function JobPeek({ id, agentName, onClose }: JobPeekProps) {
  const job = useJob(id);
  return (
    <SidePanel
      label="Peek at a job"
      title={
        <span className="flex items-center gap-2.5">
          <bdi className="truncate">{agentName ?? `Job ${shortId(id)}`}</bdi>
          {job.data && <StatusBadge code={job.data.status_code} state={job.data.display_status} />}
        </span>
      }
      onClose={onClose}
      actions={
        <Link to="/jobs/$id" params={{ id }} className={buttonClass()}>
          Open
        </Link>
      }
    >
      <QueryView query={job}>{(data) => <Summary job={data} agentName={agentName} />}</QueryView>
      <p className="mt-5 text-xs text-muted max-sm:hidden">J and K show the next and previous job. Escape closes.</p>
    </SidePanel>
  );
}

const sectionClass = 'border-b border-border pb-1.5 text-xs font-medium text-muted';

function Summary({ job, agentName }: { job: Job; agentName: string | undefined }) {
  const times = readJobTimes(job, useNow());
  return (
    <div className="flex flex-col gap-5">
      {job.status_code === jobStatus.failure && (
        <section aria-label="Failure" className="rounded-md border border-danger bg-danger-soft p-3">
          <p dir="auto" className="break-words whitespace-pre-wrap">
            {job.error_message || 'The job failed without a message.'}
          </p>
          {job.error !== null && (
            <p className="mt-1">
              <strong className="font-medium">What to do:</strong> {job.error.remedy}
            </p>
          )}
        </section>
      )}
      <Facts
        facts={[
          [
            'Agent',
            <Link key="agent" to="/agents/$id" params={{ id: job.agent_id }} className="text-accent hover:underline">
              <bdi>{agentName ?? shortId(job.agent_id)}</bdi>
            </Link>,
          ],
          ['Version', <bdi key="version">{job.agent_version_name ?? 'deleted'}</bdi>],
          ['Created', <RelativeTime key="created" at={job.created_at} />],
          ['Queued', formatDuration(times.queuedMs)],
          ...(times.waitingMs > 0 ? ([['Waited', formatDuration(times.waitingMs)]] as [string, string][]) : []),
          ['Worked', times.workingMs > 0 ? formatDuration(times.workingMs) : '–'],
          ['Cost', formatCost(job.cost)],
          ['Id', <CopyId key="id" id={job.id} />],
        ]}
      />
      <section aria-label="Result" className="flex flex-col gap-2">
        <h3 className={sectionClass}>Result</h3>
        <JobOutputs job={job} />
      </section>
      <section aria-label="Inputs" className="flex flex-col gap-2">
        <h3 className={sectionClass}>Inputs</h3>
        <JobInputs job={job} />
      </section>
    </div>
  );
}
