import type { Wait } from '@errand/sdk';
import { Link } from '@tanstack/react-router';
import { useChange } from '../../data/queries.ts';
import { Button } from '../../design/button.tsx';
import { Card } from '../../design/card.tsx';
import { CodeBlock } from '../../design/code-block.tsx';
import { cx } from '../../design/cx.ts';
import { RelativeTime } from '../../design/relative-time.tsx';
import { useAccess } from '../../session/access.ts';
import { errand } from '../../session/client.ts';
import { ActorChain } from '../actors/actor-chain.tsx';
import { AnswerForm, type GivenAnswer } from './answer-form.tsx';
import { readBlocks } from './body-blocks.ts';

type WaitCardProps = {
  wait: Wait;
  withJob?: boolean;
  /** 1 to 9 choose an option. */
  withKeys?: boolean;
  /** Takes the answer instead of sending it at once. */
  onAnswer?: (given: GivenAnswer) => void;
};

/** Shows what a job waits for, with a form to answer it. */
export function WaitCard({ wait, withJob = false, withKeys = false, onAnswer }: WaitCardProps) {
  const isAnswerable = wait.status === 'open' && (wait.kind === 'approval' || wait.kind === 'question');
  return (
    <Card title={<bdi>{wait.title}</bdi>}>
      <div className="flex flex-col gap-3">
        {withJob && (
          <p className="flex flex-wrap items-baseline gap-x-2">
            <bdi className="font-medium">{wait.agent_name || 'Deleted agent'}</bdi>
            {wait.about !== '' && <bdi className="min-w-0 break-words text-muted">{wait.about}</bdi>}
          </p>
        )}
        {wait.approvals_needed > 1 && (
          <p data-testid="approvals">
            {wait.approvals.length} of {wait.approvals_needed} people have approved
            {wait.approvals.length > 0 && `: ${wait.approvals.map(({ by }) => by).join(', ')}`}.
          </p>
        )}
        {wait.body !== '' && <Body text={wait.body} />}
        {wait.evidence.length > 0 && (
          <ul aria-label="Evidence" className="list-disc pl-5">
            {wait.evidence.map((one) => (
              <li key={one} className="break-all">
                {one}
              </li>
            ))}
          </ul>
        )}
        {isAnswerable && <AnswerForm wait={wait} withKeys={withKeys} onAnswer={onAnswer} />}
        <div className="flex flex-wrap items-baseline gap-x-3 gap-y-1 text-muted">
          {wait.due_at !== null && (
            <span>
              Due <RelativeTime at={wait.due_at} />.
            </span>
          )}
          <div>
            Asked <RelativeTime at={wait.created_at} /> by a job of <ActorChain actor={wait.actor} />
          </div>
          {withJob && (
            <Link to="/jobs/$id" params={{ id: wait.job_id }} className="text-accent hover:underline">
              Open the job
            </Link>
          )}
        </div>
        {isAnswerable && <LinkButton wait={wait} />}
        {wait.kind === 'event' && <p>An event named “{wait.event}” answers this.</p>}
      </div>
    </Card>
  );
}

function Body({ text }: { text: string }) {
  return (
    <div className="flex max-h-96 flex-col gap-2 overflow-y-auto">
      {readBlocks(text).map(({ kind, text: words }, index) => (
        <div
          // biome-ignore lint/suspicious/noArrayIndexKey: blocks of a text have no identity but their place
          key={index}
          dir="auto"
          className={cx(
            'break-words whitespace-pre-wrap',
            kind === 'heading' && 'font-medium',
            kind === 'code' && 'rounded-md border border-border bg-surface p-3 font-mono text-code',
          )}
        >
          {words}
        </div>
      ))}
    </div>
  );
}

/** Creates a link for somebody without an account, which opens only this wait and only once. */
function LinkButton({ wait }: { wait: Wait }) {
  const { can } = useAccess();
  const make = useChange(() => errand.waits.link(wait.id, {}));
  if (make.data !== undefined)
    return (
      <div className="flex flex-col gap-1">
        <p className="text-muted">
          Anyone with this link can answer once. It expires <RelativeTime at={make.data.expires_at} />.
        </p>
        <CodeBlock code={make.data.url} />
      </div>
    );
  return (
    <div>
      <Button
        size="sm"
        variant="quiet"
        disabled={!can(wait.assignee_role ?? 'member')}
        busy={make.isPending}
        onClick={() => make.mutate()}
      >
        Create a one-time link
      </Button>
    </div>
  );
}
