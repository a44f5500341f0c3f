import type { PlaybookContent, PlaybookStep } from '@errand/sdk';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useRead } from '../../data/queries.ts';
import { keys } from '../../data/query-keys.ts';
import { Badge } from '../../design/badge.tsx';
import { Card, Facts } from '../../design/card.tsx';
import { EmptyState } from '../../design/empty-state.tsx';
import { errand } from '../../session/client.ts';
import { useAgents } from '../schedules/agent-select.tsx';
import { conditionWords, endOf, shareWords, templateWords } from './plan-words.ts';

/** The plan as people read it: step by step, then what may close without a person. */
export function PlanView({ content: { steps, auto_close: close } }: { content: PlaybookContent }) {
  return (
    <div className="in-order flex max-w-4xl flex-col gap-6">
      <ol className="flex flex-col gap-4">
        {steps.map((step, index) => (
          <li key={step.name}>
            <Step step={step} number={index + 1} />
          </li>
        ))}
      </ol>
      <Card title="Closing without a person">
        {close === null ? (
          <EmptyState title="Nothing closes by itself">Every case is decided by a person.</EmptyState>
        ) : (
          <Facts
            facts={[
              ['Verdicts', close.outcomes.join(', ')],
              ['By the right of', <PolicyName key="policy" id={close.policy_id} />],
              ['Looked at again', shareWords(close.sample_rate)],
              ['Reason code', close.reason_code ?? 'auto_close'],
            ]}
          />
        )}
      </Card>
    </div>
  );
}

function Step({ step, number }: { step: PlaybookStep; number: number }) {
  const agents = useAgents();
  const agent = agents?.find(({ id }) => id === step.agent_id);
  const { when = [], inputs, then = 'continue' } = step;
  return (
    <Card
      title={
        <>
          <span className="text-muted tabular-nums">{number}.</span> <bdi>{step.name}</bdi>
        </>
      }
      actions={then !== 'continue' && <Badge tone={then === 'close' ? 'positive' : 'warning'}>{then}</Badge>}
    >
      <Facts
        facts={[
          [
            'Agent',
            agent === undefined ? (
              step.agent_id
            ) : (
              <Link key="agent" to="/agents/$id" params={{ id: agent.id }} className="text-accent hover:underline">
                <bdi>{agent.name}</bdi>
              </Link>
            ),
          ],
          [
            'Runs if',
            when.length === 0
              ? 'always'
              : when.map((condition) => (
                  <code key={conditionWords(condition)} className="block break-words font-mono text-code">
                    {conditionWords(condition)}
                  </code>
                )),
          ],
          ...Object.entries(inputs).map(([key, template]): [string, ReactNode] => [
            `Input ${key}`,
            <code key={key} className="break-words font-mono text-code">
              {templateWords(template)}
            </code>,
          ]),
          ['Then', endOf(step)],
        ]}
      />
    </Card>
  );
}

function PolicyName({ id }: { id: string }) {
  const { data } = useRead(keys.policy(id), (options) => errand.policies.get(id, options), { retry: false });
  return (
    <Link to="/policies/$id" params={{ id }} className="text-accent hover:underline">
      <bdi>{data?.name ?? id}</bdi>
    </Link>
  );
}
