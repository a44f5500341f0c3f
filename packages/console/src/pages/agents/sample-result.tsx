import { isFinalStatus, type Job } from '@errand/sdk';
import { Link } from '@tanstack/react-router';
import { useMemo } from 'react';
import { StatusBadge } from '../../design/badge.tsx';
import { buttonClass } from '../../design/button.tsx';
import { Card } from '../../design/card.tsx';
import { DiffView } from '../../design/diff-view.tsx';
import { ErrorCard } from '../../design/error-card.tsx';
import { formatCost, formatDuration, formatNumber } from '../../design/format.ts';
import { Elapsed } from '../../design/relative-time.tsx';
import { compareValues } from '../jobs/compare-jobs.ts';
import { JobOutputs } from '../jobs/job-outputs.tsx';
import { JobTrust } from '../jobs/job-trust.tsx';

type SampleResultProps = {
  job: Job;
  /** The job of the current version on the same inputs, if it was asked for. */
  current: Job | 'running' | undefined;
};

/** What a sample run gave: cost, values with their marks, and what differs from the current version. */
export function SampleResult({ job, current }: SampleResultProps) {
  const isOver = isFinalStatus(job.status_code);
  return (
    <Card
      title="Result of the draft"
      actions={
        <Link to="/jobs/$id" params={{ id: job.id }} className={buttonClass('secondary', 'sm')}>
          Open job
        </Link>
      }
    >
      <div aria-live="polite" className="mb-3 flex flex-wrap items-center gap-3">
        <StatusBadge code={job.status_code} state={job.display_status} />
        <span className="text-muted">
          {isOver ? formatDuration(job.duration_ms) : <Elapsed since={job.created_at} />}
        </span>
        {isOver && <span className="text-muted">{formatCost(job.cost)}</span>}
      </div>
      {job.error_message && <ErrorCard error={new Error(job.error_message)} title="The draft failed" />}
      {job.outputs.length > 0 && <JobOutputs job={job} />}
      {job.trust && job.trust.fields.length > 0 && (
        <div className="mt-5">
          <JobTrust job={job} trust={job.trust} />
        </div>
      )}
      {current !== undefined && <Difference draft={job} current={current} />}
    </Card>
  );
}

const SHOWN = 30;

function Difference({ draft, current }: { draft: Job; current: Job | 'running' }) {
  const changes = useMemo(
    () => (current === 'running' ? undefined : compareValues(current.outputs, draft.outputs)),
    [draft, current],
  );
  if (changes === undefined || current === 'running' || !isFinalStatus(draft.status_code))
    return <p className="mt-5 text-muted">The current version is running on the same inputs…</p>;
  const { length } = changes.changes;
  return (
    <section aria-label="Difference to the current version" className="mt-5">
      <h3 className="mb-1 font-semibold">Difference to the current version</h3>
      <p className="mb-2 text-muted">
        {length === 0
          ? `No value differs: all ${formatNumber(changes.same)} are the same.`
          : `${formatNumber(length)} ${length === 1 ? 'value differs' : 'values differ'}, ${formatNumber(changes.same)} ${changes.same === 1 ? 'is' : 'are'} the same.`}{' '}
        Cost {formatCost(current.cost)} → {formatCost(draft.cost)}, time {formatDuration(current.duration_ms)} →{' '}
        {formatDuration(draft.duration_ms)}.
        {current.error_message && ` The current version failed: ${current.error_message}`}
      </p>
      <ul className="flex flex-col gap-2">
        {changes.changes.slice(0, SHOWN).map(({ path, before, after }) => (
          <li key={path} className="flex flex-col gap-1">
            <code dir="auto" className="text-code break-words text-muted">
              {path}
            </code>
            <DiffView before={before} after={after} />
          </li>
        ))}
      </ul>
      {length > SHOWN && <p className="mt-2 text-muted">The other {formatNumber(length - SHOWN)} are not shown.</p>}
    </section>
  );
}
