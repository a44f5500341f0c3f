import { type Job, jobStatus, type ReviewTask } from '@errand/sdk';
import { Link } from '@tanstack/react-router';
import { Badge } from '../../design/badge.tsx';
import { Card } from '../../design/card.tsx';
import { QueryView } from '../../design/query-view.tsx';
import { RelativeTime } from '../../design/relative-time.tsx';
import type { Decision } from '../../session/outbox.ts';
import { useShortcuts } from '../../shell/shortcuts.ts';
import { ActorChain } from '../actors/actor-chain.tsx';
import { FieldPanel } from '../jobs/field-panel.tsx';
import { JobFailure } from '../jobs/job-failure.tsx';
import { JobInputs } from '../jobs/job-inputs.tsx';
import { JobOutputs } from '../jobs/job-outputs.tsx';
import { JobTrust } from '../jobs/job-trust.tsx';
import { byTrust } from '../jobs/trust-words.ts';
import { useJob } from '../jobs/use-job.ts';
import { verdictOf } from '../jobs/verdict-of.ts';
import { Comparison } from './comparison.tsx';
import { Contested } from './contested.tsx';
import { DecisionCard } from './decision-card.tsx';
import type { InboxSearch } from './inbox-search.ts';
import type { OpenedReview } from './open-review.ts';
import { reasonWords } from './reason-words.ts';
import { Reservation } from './reservation.tsx';
import { SettleCard } from './settle-card.tsx';

type ReviewPaneProps = {
  review: OpenedReview;
  place: InboxSearch;
  onPlace(place: InboxSearch): void;
  onDecide(decision: Decision): void;
};

/** Shows a job with its evidence, and the decision about it. */
export function ReviewPane(props: ReviewPaneProps) {
  const job = useJob(props.review.task.job_id);
  return <QueryView query={job}>{(data) => <Pane {...props} job={data} />}</QueryView>;
}

/**
 * The decision is beside the evidence if there is room, otherwise at the bottom of the window, so that the reviewer can
 * decide without scrolling back.
 */
function Pane({ review: { task, isMine }, job, place, onPlace, onDecide }: ReviewPaneProps & { job: Job }) {
  const showField = (field: string | undefined) => onPlace({ ...place, field });
  const fields = verdictOf(job) === undefined && place.field === undefined ? byTrust(job.trust?.fields ?? []) : [];
  useShortcuts(
    fields.length > 0
      ? [
          { keys: ']', label: 'Source of the first value', run: () => showField(fields[0]!.field) },
          { keys: '[', label: 'Source of the last value', run: () => showField(fields.at(-1)!.field) },
        ]
      : [],
  );
  return (
    <div className="@container">
      <div className="flex flex-col gap-5 @4xl:grid @4xl:grid-cols-[minmax(0,1fr)_22rem] @4xl:grid-rows-[auto_1fr]">
        <div className="min-w-0 @4xl:col-start-2">
          <About task={task} isMine={isMine} actor={job.actor} />
        </div>
        <div className="flex min-w-0 flex-col gap-5 @4xl:col-start-1 @4xl:row-span-2 @4xl:row-start-1">
          {isDecided(task) && <Comparison reviewId={task.id} onField={showField} />}
          <Contested attachment={task.attachment} />
          {job.status_code === jobStatus.failure && (
            <JobFailure job={job} canRun={false} onRetry={() => {}} onStep={() => {}} />
          )}
          {job.outputs.length > 0 && (
            <JobOutputs
              job={job}
              selection={{
                evidence: place.evidence,
                onEvidence: (evidence) => onPlace({ ...place, evidence }),
                onField: showField,
              }}
            />
          )}
          {job.trust && job.trust.fields.length > 0 && (
            <JobTrust job={job} trust={job.trust} selected={place.field} onSelect={showField} />
          )}
          <JobInputs job={job} />
        </div>
        {(isMine || task.state === 'disputed') && (
          <div className="sticky bottom-(--bar-height) z-10 -mx-1 max-h-[70dvh] min-w-0 overflow-y-auto px-1 pb-3 @4xl:top-4 @4xl:bottom-auto @4xl:col-start-2 @4xl:max-h-[calc(100dvh-2rem)] @4xl:self-start">
            {isMine ? (
              <DecisionCard task={task} job={job} onDecide={onDecide} />
            ) : (
              <SettleCard task={task} job={job} onDecide={onDecide} />
            )}
          </div>
        )}
      </div>
      {place.field !== undefined && <FieldPanel job={job} field={place.field} onSelect={showField} />}
    </div>
  );
}

const isDecided = ({ state }: ReviewTask): boolean => state === 'done' || state === 'disputed';

/** Shows why the job is here, who has reserved it, and what others said about it. */
function About({ task, isMine, actor }: OpenedReview & Pick<Job, 'actor'>) {
  return (
    <Card title={<bdi>{task.agent_name || 'Review'}</bdi>}>
      <div className="flex flex-col gap-2">
        <p className="flex flex-wrap items-center gap-2">
          <Badge>{reasonWords(task.reason)}</Badge>
          {task.round === 2 && <Badge>second review</Badge>}
          {task.state === 'disputed' && <Badge tone="warning">disputed</Badge>}
          {task.due_at !== null && !isDecided(task) && (
            <span className="text-muted">
              due <RelativeTime at={task.due_at} />
            </span>
          )}
          <Link to="/jobs/$id" params={{ id: task.job_id }} className="text-accent hover:underline">
            Open the job
          </Link>
        </p>
        <div className="text-muted">
          Job of <ActorChain actor={actor} />
        </div>
        {isMine && <Reservation key={task.reserved_until} task={task} />}
        {task.state === 'reserved' && !isMine && (
          <p className="break-words text-warning">
            {task.reserved_by} has reserved this review. It ends <RelativeTime at={task.reserved_until} />.
          </p>
        )}
        {task.state === 'open' && !isMine && (
          <p className="text-warning">
            Somebody else must decide this, because you gave the first review or your role is viewer.
          </p>
        )}
        {task.round === 2 && !isDecided(task) && (
          <p className="text-muted">Someone has already decided. You see their answer once you have given yours.</p>
        )}
        {!isDecided(task) && task.skips.length > 0 && (
          <ul aria-label="Skipped" className="flex flex-col gap-1 text-warning">
            {task.skips.map(({ by, reason, at }) => (
              <li key={`${by} ${at}`} dir="auto" className="break-words">
                {by} skipped it: {reason}
              </li>
            ))}
          </ul>
        )}
      </div>
    </Card>
  );
}
