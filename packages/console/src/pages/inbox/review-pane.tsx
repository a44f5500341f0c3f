import { ErrandError, type Job, type ReviewDecideBody, type ReviewTask } from '@errand/sdk';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useRef, useState } from 'react';
import { keys } from '../../data/query-keys.ts';
import { Badge } from '../../design/badge.tsx';
import { Button } from '../../design/button.tsx';
import { Card } from '../../design/card.tsx';
import { QueryView } from '../../design/query-view.tsx';
import { showToast } from '../../design/toast.tsx';
import { errand } from '../../session/client.ts';
import { useShortcuts } from '../../shell/shortcuts.ts';
import { JobFailure } from '../jobs/job-failure.tsx';
import { JobInputs } from '../jobs/job-inputs.tsx';
import { JobOutputs } from '../jobs/job-outputs.tsx';
import { JobTrust } from '../jobs/job-trust.tsx';
import { useJob } from '../jobs/use-job.ts';
import { Contested } from './contested.tsx';
import { CorrectionForm } from './correction-form.tsx';
import { reasonWords } from './reason-words.ts';
import { Reservation } from './reservation.tsx';
import { Due } from './review-list.tsx';

type ReviewPaneProps = { task: ReviewTask; onDone(): void; onSkip(): void };

/** A job with its evidence, and the decision about it. */
export function ReviewPane({ task, onDone, onSkip }: ReviewPaneProps) {
  const job = useJob(task.job_id);
  return (
    <QueryView query={job}>{(data) => <Decision task={task} job={data} onDone={onDone} onSkip={onSkip} />}</QueryView>
  );
}

function Decision({ task, job, onDone, onSkip }: ReviewPaneProps & { job: Job }) {
  const queryClient = useQueryClient();
  const [isCorrecting, setIsCorrecting] = useState(false);
  // From here on somebody can read it.
  const shownAt = useRef(performance.now());
  const decide = useMutation({
    mutationFn: (given: ReviewDecideBody) => {
      const seconds_spent = Math.round((performance.now() - shownAt.current) / 100) / 10;
      return errand.reviews.decide(task.id, { ...given, seconds_spent });
    },
    async onSuccess({ decision }) {
      showToast(wordsOf(task, decision?.seconds_spent ?? null));
      await queryClient.invalidateQueries({ queryKey: keys.job(job.id) });
      await queryClient.invalidateQueries({ queryKey: keys.feedback(job.id) });
      onDone();
    },
  });
  const agree = () => !decide.isPending && decide.mutate({ agrees: true });
  useShortcuts([
    { keys: 'a', label: 'Agree', run: agree },
    { keys: 'c', label: 'Correct', run: () => setIsCorrecting(true) },
  ]);
  return (
    <div className="grid grid-cols-1 gap-5 xl:grid-cols-[minmax(0,1fr)_24rem]">
      <div className="flex min-w-0 flex-col gap-5">
        <Contested attachment={task.attachment} />
        {job.status_code === 4 && <JobFailure job={job} canRun={false} onRetry={() => {}} onStep={() => {}} />}
        {job.outputs.length > 0 && <JobOutputs job={job} />}
        {job.trust && job.trust.fields.length > 0 && <JobTrust job={job} trust={job.trust} />}
        <JobInputs job={job} />
      </div>
      <div className="order-first min-w-0 xl:order-none xl:sticky xl:top-4 xl:max-h-[calc(100dvh-2rem)] xl:self-start xl:overflow-y-auto">
        <Card title="Is this right?">
          <div className="flex flex-col gap-3">
            <p className="flex flex-wrap items-center gap-2">
              <Badge tone="accent">{reasonWords(task.reason)}</Badge>
              {task.round === 2 && <Badge>second review</Badge>}
              <Due task={task} />
              <Link to="/jobs/$id" params={{ id: job.id }} className="text-accent hover:underline">
                Open the job
              </Link>
            </p>
            <Reservation task={task} />
            {task.round === 2 && (
              <p className="text-muted">Someone has already decided. You see their answer once you have given yours.</p>
            )}
            {isCorrecting ? (
              <CorrectionForm
                job={job}
                busy={decide.isPending}
                onSave={(given) => decide.mutate({ agrees: false, ...given })}
                onBack={() => setIsCorrecting(false)}
              />
            ) : (
              <div className="flex flex-wrap gap-2">
                <Button variant="primary" busy={decide.isPending} onClick={agree}>
                  Agree
                </Button>
                <Button onClick={() => setIsCorrecting(true)}>Correct…</Button>
                <Button variant="quiet" onClick={onSkip}>
                  Skip
                </Button>
              </div>
            )}
            {decide.isError && (
              <p role="alert" className="text-danger">
                {problemOf(decide.error)}
              </p>
            )}
          </div>
        </Card>
      </div>
    </div>
  );
}

/** Quick decisions are told, not refused: a familiar case needs no second look. */
const wordsOf = ({ reading_seconds: reading }: ReviewTask, spent: number | null): string =>
  spent !== null && spent < reading
    ? `Decided in ${spent} s. Reading it takes about ${reading} s: look again if you are not sure.`
    : 'Decided';

function problemOf(error: Error): string {
  const fields = error instanceof ErrandError ? Object.values(error.fields).flat() : [];
  return fields.length > 0 ? fields.join(' ') : error.message;
}
