import type { Job, ReviewDecideBody, ReviewTask } from '@errand/sdk';
import { useRef, useState } from 'react';
import { reload, useChange } from '../../data/queries.ts';
import { keys } from '../../data/query-keys.ts';
import { Button } from '../../design/button.tsx';
import { Card } from '../../design/card.tsx';
import { KeyHint } from '../../design/key-hint.tsx';
import { showToast } from '../../design/toast.tsx';
import { errand } from '../../session/client.ts';
import { useShortcuts } from '../../shell/shortcuts.ts';
import { CorrectionForm } from '../jobs/correction-form.tsx';
import { useVerdicts } from '../jobs/use-verdicts.ts';
import { problemOf } from './problem-of.ts';
import { SkipForm } from './skip-form.tsx';

type DecisionCardProps = { task: ReviewTask; job: Job; onDone(): void };

/** Offers to agree, correct or skip. Each leads to the next review. */
export function DecisionCard({ task, job, onDone }: DecisionCardProps) {
  const [form, setForm] = useState<'correct' | 'skip'>();
  // Reading time counts from here.
  const shownAt = useRef(performance.now());
  const decide = useChange(
    (given: ReviewDecideBody) => {
      const seconds_spent = Math.round((performance.now() - shownAt.current) / 100) / 10;
      return errand.reviews.decide(task.id, { ...given, seconds_spent });
    },
    async ({ decision }) => {
      showToast(wordsOf(task, decision?.seconds_spent ?? null));
      await reload(keys.job(job.id));
      await reload(keys.feedback(job.id));
      onDone();
    },
  );
  const skip = useChange(
    (reason: string) => errand.reviews.skip(task.id, { reason }),
    () => {
      showToast('Skipped. Others can take it.');
      onDone();
    },
  );
  // Loaded early, for the correction form.
  useVerdicts(job);
  const agree = () => !decide.isPending && decide.mutate({ agrees: true });
  const back = () => setForm(undefined);
  useShortcuts([
    { keys: 'a', label: 'Agree', run: agree },
    { keys: 'c', label: 'Correct', run: () => setForm('correct') },
    { keys: 's', label: 'Skip', run: () => setForm('skip') },
  ]);
  const error = decide.error ?? skip.error;
  return (
    <Card title="Is this right?" className="shadow-dialog @4xl:shadow-none">
      <div className="flex flex-col gap-3">
        {form === 'correct' ? (
          <CorrectionForm
            job={job}
            busy={decide.isPending}
            onSave={(given) => decide.mutate({ agrees: false, ...given })}
            onBack={back}
          />
        ) : form === 'skip' ? (
          <SkipForm busy={skip.isPending} onSkip={(reason) => skip.mutate(reason)} onBack={back} />
        ) : (
          <div className="flex flex-wrap gap-2">
            <Button variant="primary" busy={decide.isPending} onClick={agree}>
              Agree <KeyHint>A</KeyHint>
            </Button>
            <Button onClick={() => setForm('correct')}>
              Correct… <KeyHint>C</KeyHint>
            </Button>
            <Button variant="quiet" onClick={() => setForm('skip')}>
              Skip… <KeyHint>S</KeyHint>
            </Button>
          </div>
        )}
        {error !== null && (
          <p role="alert" className="text-danger">
            {problemOf(error)}
          </p>
        )}
      </div>
    </Card>
  );
}

/** Quick decisions are reported but not refused, because a familiar case needs no second look. */
const wordsOf = ({ reading_seconds: reading }: ReviewTask, spent: number | null): string =>
  spent !== null && spent < reading
    ? `Decided in ${spent} s. Reading it takes about ${reading} s: look again if you are not sure.`
    : 'Decided';
