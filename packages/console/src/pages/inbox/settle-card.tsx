import type { Job, ReviewSettleBody, ReviewTask } from '@errand/sdk';
import { useState } from 'react';
import { useRead } from '../../data/queries.ts';
import { keys } from '../../data/query-keys.ts';
import { Button } from '../../design/button.tsx';
import { Card } from '../../design/card.tsx';
import { KeyHint } from '../../design/key-hint.tsx';
import { errand } from '../../session/client.ts';
import { type Decision, draftName } from '../../session/outbox.ts';
import { useShortcuts } from '../../shell/shortcuts.ts';
import { CorrectionForm } from '../jobs/correction-form.tsx';

type Answer = Pick<ReviewSettleBody, 'agrees' | 'corrected_verdict' | 'corrected_outputs' | 'comment'>;

type SettleCardProps = { task: ReviewTask; job: Job; onDecide(decision: Decision): void };

const wordsOf = (round: number): string => (round === 1 ? 'First review is right' : 'Second review is right');

/** Ends a disagreement: a third person decides, or one of the two proposes and the other confirms. */
export function SettleCard({ task, job, onDecide }: SettleCardProps) {
  const [isOpen, setIsOpen] = useState(false);
  const { data } = useRead(keys.comparison(task.id), (options) => errand.reviews.compare(task.id, options));
  const settle = ({ agrees, corrected_verdict, corrected_outputs, comment }: Answer, isConfirmed = false): void =>
    onDecide({
      kind: 'settle',
      id: task.id,
      jobId: job.id,
      words: `${task.settle_with === null || isConfirmed ? 'Settled' : 'Proposed'}: ${task.agent_name}`,
      body: {
        agrees,
        ...(!agrees && { corrected_verdict: corrected_verdict ?? null, corrected_outputs: corrected_outputs ?? null }),
        comment: comment ?? null,
        agreed_with: task.settle_with,
      },
    });
  const decided = (data?.reviews ?? []).flatMap(({ id, round, decision }) => (decision ? { id, round, decision } : []));
  useShortcuts(
    decided.map(({ round, decision }) => ({
      keys: String(round),
      label: wordsOf(round),
      run: () => settle({ ...decision, comment: null }),
    })),
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
            <Button size="sm" onClick={() => settle({ ...settlement, comment: null }, true)}>
              Settle it so
            </Button>
          </div>
        )}
        {isOpen ? (
          <CorrectionForm
            job={job}
            busy={false}
            keptAs={draftName(task.id)}
            onSave={(given) => settle({ agrees: false, ...given })}
            onBack={() => setIsOpen(false)}
          />
        ) : (
          <div className="flex flex-wrap gap-2">
            {decided.map(({ id, round, decision }) => (
              <Button key={id} onClick={() => settle({ ...decision, comment: null })}>
                {wordsOf(round)} <KeyHint>{String(round)}</KeyHint>
              </Button>
            ))}
            <Button variant="quiet" onClick={() => setIsOpen(true)}>
              Another answer…
            </Button>
          </div>
        )}
      </div>
    </Card>
  );
}
