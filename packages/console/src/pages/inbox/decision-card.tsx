import type { Job, ReviewDecideBody, ReviewTask } from '@errand/sdk';
import { useRef, useState } from 'react';
import { Button } from '../../design/button.tsx';
import { Card } from '../../design/card.tsx';
import { KeyHint } from '../../design/key-hint.tsx';
import { type Decision, draftName } from '../../session/outbox.ts';
import { useShortcuts } from '../../shell/shortcuts.ts';
import { CorrectionForm } from '../jobs/correction-form.tsx';
import { useVerdicts } from '../jobs/use-verdicts.ts';
import { SkipForm } from './skip-form.tsx';

type DecisionCardProps = { task: ReviewTask; job: Job; onDecide(decision: Decision): void };

/** Offers to agree, correct or skip. Each leads to the next item and can be undone for some seconds. */
export function DecisionCard({ task, job, onDecide }: DecisionCardProps) {
  const [form, setForm] = useState<'correct' | 'skip'>();
  // Reading time counts from here.
  const shownAt = useRef(performance.now());
  const about = { id: task.id, jobId: job.id };
  const decide = (verb: string, given: ReviewDecideBody): void => {
    const seconds_spent = Math.round((performance.now() - shownAt.current) / 100) / 10;
    const words = `${verb}: ${task.agent_name}, ${task.summary}${hurryWords(task, seconds_spent)}`;
    onDecide({ ...about, kind: 'decide', words, body: { ...given, seconds_spent } });
  };
  // Loaded early, for the correction form.
  useVerdicts(job);
  const agree = () => decide('Agreed', { agrees: true });
  const back = () => setForm(undefined);
  useShortcuts([
    { keys: 'a', label: 'Agree', run: agree },
    { keys: 'c', label: 'Correct', run: () => setForm('correct') },
    { keys: 's', label: 'Skip', run: () => setForm('skip') },
  ]);
  return (
    <Card title="Is this right?" className="shadow-dialog @4xl:shadow-none">
      {form === 'correct' ? (
        <CorrectionForm
          job={job}
          busy={false}
          keptAs={draftName(task.id)}
          onSave={(given) => decide('Corrected', { agrees: false, ...given })}
          onBack={back}
        />
      ) : form === 'skip' ? (
        <SkipForm
          busy={false}
          onSkip={(reason) =>
            onDecide({ ...about, kind: 'skip', words: `Skipped: ${task.agent_name}`, body: { reason } })
          }
          onBack={back}
        />
      ) : (
        <div className="flex flex-wrap gap-2">
          <Button variant="primary" onClick={agree}>
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
    </Card>
  );
}

/** Quick decisions are reported but not refused, because a familiar case needs no second look. */
const hurryWords = ({ reading_seconds: reading }: ReviewTask, spent: number): string =>
  spent < reading ? ` (after ${spent} s; reading takes about ${reading} s)` : '';
