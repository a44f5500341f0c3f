import type { Job, ReviewSettleBody, ReviewTask } from '@errand/sdk';
import { useState } from 'react';
import { reload, useChange, useRead } from '../../data/queries.ts';
import { keys } from '../../data/query-keys.ts';
import { Button } from '../../design/button.tsx';
import { Card } from '../../design/card.tsx';
import { showToast } from '../../design/toast.tsx';
import { errand } from '../../session/client.ts';
import { CorrectionForm } from '../jobs/correction-form.tsx';
import { problemOf } from './problem-of.ts';

type Answer = Pick<ReviewSettleBody, 'agrees' | 'corrected_verdict' | 'corrected_outputs' | 'comment'>;

/** Ends a disagreement: a third person decides, or one of the two proposes and the other confirms. */
export function SettleCard({ task, job, onDone }: { task: ReviewTask; job: Job; onDone(): void }) {
  const [isOpen, setIsOpen] = useState(false);
  const { data } = useRead(keys.comparison(task.id), (options) => errand.reviews.compare(task.id, options));
  const settle = useChange(
    ({ agrees, corrected_verdict, corrected_outputs, comment }: Answer) =>
      errand.reviews.settle(task.id, {
        agrees,
        ...(!agrees && { corrected_verdict: corrected_verdict ?? null, corrected_outputs: corrected_outputs ?? null }),
        comment: comment ?? null,
        agreed_with: task.settle_with,
      }),
    async ({ state }) => {
      showToast(state === 'disputed' ? 'Proposed. It is settled once the other reviewer confirms it.' : 'Settled');
      await reload(keys.job(job.id));
      await reload(keys.feedback(job.id));
      onDone();
    },
  );
  const { settlement } = task;
  return (
    <Card title="Settle the disagreement" className="shadow-dialog @4xl:shadow-none">
      <div className="flex flex-col gap-3">
        <p className="text-muted">
          {task.settle_with === null
            ? 'Two reviewers disagree. Until somebody settles it, no review of this job counts.'
            : 'You are one of the two reviewers. Propose an answer; it counts once the other one confirms it.'}
        </p>
        {settlement !== null && !settlement.settled && (
          <div className="flex flex-col gap-2 rounded-sm bg-warning-soft p-3 text-warning" data-testid="proposal">
            <p className="break-words">
              {settlement.by} proposes:{' '}
              {settlement.agrees ? 'the output is right' : (settlement.corrected_verdict ?? 'other values')}
            </p>
            <Button size="sm" busy={settle.isPending} onClick={() => settle.mutate({ ...settlement, comment: null })}>
              Settle it so
            </Button>
          </div>
        )}
        {isOpen ? (
          <CorrectionForm
            job={job}
            busy={settle.isPending}
            onSave={(given) => settle.mutate({ agrees: false, ...given })}
            onBack={() => setIsOpen(false)}
          />
        ) : (
          <div className="flex flex-wrap gap-2">
            {data?.reviews.map(
              ({ id, round, decision }) =>
                decision !== null && (
                  <Button
                    key={id}
                    busy={settle.isPending}
                    onClick={() => settle.mutate({ ...decision, comment: null })}
                  >
                    {round === 1 ? 'First review is right' : 'Second review is right'}
                  </Button>
                ),
            )}
            <Button variant="quiet" onClick={() => setIsOpen(true)}>
              Another answer…
            </Button>
          </div>
        )}
        {settle.error !== null && (
          <p role="alert" className="text-danger">
            {problemOf(settle.error)}
          </p>
        )}
      </div>
    </Card>
  );
}
