import type { Wait } from '@errand/sdk';
import { Button } from '../../design/button.tsx';
import { KeyHint } from '../../design/key-hint.tsx';
import type { Decision } from '../../session/outbox.ts';
import { WaitCard } from '../waits/wait-card.tsx';
import { WaitEvidence } from './wait-evidence.tsx';

type WaitPaneProps = { wait: Wait; onDecide(decision: Decision): void; onLeave(): void };

/** Shows what a job asks, with the evidence below or beside it. */
export function WaitPane({ wait, onDecide, onLeave }: WaitPaneProps) {
  return (
    <div className="@container">
      <div className="grid grid-cols-1 gap-5 @4xl:grid-cols-[minmax(0,1fr)_24rem]">
        <div className="flex min-w-0 flex-col gap-3 @4xl:order-last">
          <WaitCard
            wait={wait}
            withJob
            withKeys
            onAnswer={(body) =>
              onDecide({ kind: 'answer', id: wait.id, jobId: wait.job_id, words: wordsOf(wait, body.answer), body })
            }
          />
          <div>
            <Button onClick={onLeave}>
              Later <KeyHint>S</KeyHint>
            </Button>
          </div>
        </div>
        <WaitEvidence wait={wait} />
      </div>
    </div>
  );
}

const wordsOf = ({ title, agent_name: agent }: Wait, answer: unknown): string =>
  `${typeof answer === 'string' ? `“${answer}”` : 'Answered'}: ${agent}, ${title}`;
