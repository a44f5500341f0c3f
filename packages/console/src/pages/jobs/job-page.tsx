import { type Agent, isFinalStatus, type Job, jobStatus } from '@errand/sdk';
import { useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { useRead } from '../../data/queries.ts';
import { keys } from '../../data/query-keys.ts';
import { Badge, StatusBadge } from '../../design/badge.tsx';
import { ErrorCard } from '../../design/error-card.tsx';
import { PageHeader } from '../../design/page-header.tsx';
import { Skeleton } from '../../design/skeleton.tsx';
import { stateWord } from '../../design/status-word.ts';
import { Tabs } from '../../design/tabs.tsx';
import { useAccess } from '../../session/access.ts';
import { errand } from '../../session/client.ts';
import { useShortcuts } from '../../shell/shortcuts.ts';
import { WaitCard } from '../waits/wait-card.tsx';
import { FieldPanel } from './field-panel.tsx';
import { inputPreview } from './input-preview.ts';
import { JobActions } from './job-actions.tsx';
import { JobDeliveries } from './job-deliveries.tsx';
import { JobExplanation } from './job-explanation.tsx';
import { JobFacts } from './job-facts.tsx';
import { JobFailure } from './job-failure.tsx';
import { JobInputs } from './job-inputs.tsx';
import { JobLog } from './job-log.tsx';
import { JobOutputs } from './job-outputs.tsx';
import { JobPostActions } from './job-post-actions.tsx';
import { JobProof } from './job-proof.tsx';
import { JobReview } from './job-review.tsx';
import { JobSteps } from './job-steps.tsx';
import { type JobPlace, type JobTab, jobTabs } from './job-tab.ts';
import { JobTimeline } from './job-timeline.tsx';
import { JobTrust } from './job-trust.tsx';
import { RerunDialog } from './rerun-dialog.tsx';
import { readWindow, writeWindow } from './trace-window.ts';
import { useJob } from './use-job.ts';
import { useNeighbours } from './use-neighbours.ts';

export function JobPage() {
  const { id } = useParams({ from: '/shell/jobs/$id' });
  const query = useJob(id);
  const agent = useAgent(query.data?.agent_id);
  useNeighbours(id);
  // The header has the agent's name, which should not change while the user reads.
  if (query.data && !agent.isPending) return <JobView key={id} job={query.data} agent={agent.data} />;
  return (
    <>
      <PageHeader title="Job" id={id} crumbs={[{ label: 'Jobs', to: '/jobs' }]} />
      {query.isError ? <ErrorCard error={query.error} onRetry={() => void query.refetch()} /> : <Skeleton rows={8} />}
    </>
  );
}

const useAgent = (id: string | undefined) =>
  useRead(keys.agent(id ?? ''), (options) => errand.agents.get(id!, options), {
    enabled: id !== undefined,
    staleTime: 60_000,
  });

function JobView({ job, agent }: { job: Job; agent: Agent | undefined }) {
  const { tab = 'result', step, field, evidence, zoom } = useSearch({ from: '/shell/jobs/$id' });
  const navigate = useNavigate({ from: '/jobs/$id' });
  const { can } = useAccess();
  const [rerun, setRerun] = useState<{ fromSeq?: number }>();
  const preview = inputPreview(job);
  // A line of JSON tells nothing at a glance.
  const about = /^\s*[{[]/.test(preview) ? '' : preview;
  const runAgain = () => setRerun({});
  const canRun = can('member');
  const show = (next: JobPlace) =>
    void navigate({ search: (before) => ({ ...before, ...next }), replace: true, resetScroll: false });
  useShortcuts([
    ...jobTabs.map((name, index) => ({
      keys: String(index + 1),
      label: `Show ${name}`,
      run: () => show({ tab: name }),
    })),
    { keys: 'r', label: 'Run again', run: () => canRun && isFinalStatus(job.status_code) && runAgain() },
  ]);
  return (
    <>
      <PageHeader
        title={agent?.name ?? 'Job'}
        titlePrefix={stateWord(job)}
        id={job.id}
        crumbs={[{ label: 'Jobs', to: '/jobs' }]}
        {...(about !== '' && { description: <bdi className="line-clamp-1 break-all">{about}</bdi> })}
        badge={
          <>
            <StatusBadge code={job.status_code} state={job.display_status} />
            {job.archived && <Badge>archived</Badge>}
          </>
        }
        actions={<JobActions job={job} canRun={canRun} onRetry={runAgain} />}
      />
      {job.status_code === jobStatus.failure && (
        <JobFailure job={job} canRun={canRun} onRetry={runAgain} onStep={(key) => show({ tab: 'steps', step: key })} />
      )}
      {job.waiting !== null && (
        <div className="mb-5">
          <WaitCard wait={job.waiting} />
        </div>
      )}
      {/* The layout depends on the page's own width: beside a panel it has one column. */}
      <div className="@container">
        <div className="grid grid-cols-1 gap-5 @min-[60rem]:grid-cols-[minmax(0,1fr)_25rem]">
          <div className="min-w-0">
            <Tabs
              label="Parts of the job"
              value={tab}
              onChange={(next: JobTab) => show({ tab: next })}
              tabs={[
                {
                  value: 'result',
                  label: 'Result',
                  content: <JobResult job={job} field={field} evidence={evidence} show={show} />,
                },
                {
                  value: 'steps',
                  label: `Steps (${job.steps.length})`,
                  content: (
                    <JobSteps
                      job={job}
                      selected={step}
                      canRun={canRun}
                      window={readWindow(zoom)}
                      onWindow={(next) => show({ zoom: writeWindow(next) })}
                      onSelect={(key) => show({ step: key })}
                      onRunFrom={(fromSeq) => setRerun({ fromSeq })}
                    />
                  ),
                },
                { value: 'inputs', label: 'Inputs', content: <JobInputs job={job} /> },
                {
                  value: 'log',
                  label: 'Log',
                  content: <JobLog job={job} onStep={(key) => show({ tab: 'steps', step: key })} />,
                },
              ]}
            />
          </div>
          <BesideJob job={job} agent={agent} canRun={canRun} />
        </div>
      </div>
      {rerun && <RerunDialog job={job} fromSeq={rerun.fromSeq} onClose={() => setRerun(undefined)} />}
    </>
  );
}

type JobResultProps = {
  job: Job;
  field: string | undefined;
  evidence: string | undefined;
  show(next: JobPlace): void;
};

function JobResult({ job, field, evidence, show }: JobResultProps) {
  const onField = (name: string | undefined) => show({ field: name });
  return (
    <div className="flex flex-col gap-5">
      <JobOutputs job={job} selection={{ evidence, onEvidence: (id) => show({ evidence: id }), onField }} />
      {job.trust && job.trust.fields.length > 0 && (
        <JobTrust job={job} trust={job.trust} selected={field} onSelect={onField} />
      )}
      {field !== undefined && <FieldPanel job={job} field={field} onSelect={onField} />}
    </div>
  );
}

function BesideJob({ job, agent, canRun }: { job: Job; agent: Agent | undefined; canRun: boolean }) {
  const isFinal = isFinalStatus(job.status_code);
  return (
    <div className="in-order flex min-w-0 flex-col gap-5">
      {isFinal && job.outputs.length > 0 && <JobReview job={job} canReview={canRun} />}
      {isFinal && job.policy_version_id !== null && job.outputs.length > 0 && (
        <JobExplanation job={job} canContest={canRun} />
      )}
      <JobTimeline job={job} />
      <JobFacts job={job} agent={agent} />
      {isFinal && <JobProof job={job} />}
      <JobDeliveries job={job} />
      <JobPostActions job={job} canRun={canRun} />
    </div>
  );
}
