import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Circle, CircleCheck, X } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { buttonClass, IconButton } from '../../design/button.tsx';
import { Card } from '../../design/card.tsx';
import { CodeTabs } from '../../design/code-block.tsx';
import { keys } from '../../query-keys.ts';
import { errand } from '../../session/client.ts';
import { codeSamples } from '../agents/code-samples.ts';
import { useRecentJobs } from './recent-jobs.tsx';

const HIDDEN = 'errand.checklist-hidden';
const OLDEST_FIRST = { ordering: 'created_at', page_size: 1 };

type Step = { title: string; isDone: boolean; content: ReactNode };

/** The first steps of a newcomer. They tick themselves when the thing really happened, wherever it was done. */
export function Checklist() {
  const [hidden, setHidden] = useState(() => localStorage.getItem(HIDDEN) !== null);
  const steps = useSteps(!hidden);
  const open = steps?.findIndex((step) => !step.isDone) ?? -1;
  if (hidden || steps === undefined || open < 0) return null;
  return (
    <Card
      title="First steps"
      actions={
        <IconButton
          label="Hide the first steps"
          icon={<X size={14} aria-hidden />}
          onClick={() => {
            localStorage.setItem(HIDDEN, 'true');
            setHidden(true);
          }}
        />
      }
    >
      <ol className="flex flex-col gap-3">
        {steps.map((step, index) => (
          <li key={step.title} className="flex items-start gap-3">
            {step.isDone ? (
              <CircleCheck size={18} aria-hidden className="mt-px shrink-0 text-success" />
            ) : (
              <Circle size={18} aria-hidden className="mt-px shrink-0 text-control" />
            )}
            <div className="min-w-0 flex-1">
              <p className="font-medium">
                {step.title}
                <span className="sr-only">{step.isDone ? ' (done)' : ' (to do)'}</span>
              </p>
              {index === open && <div className="mt-2 flex flex-col items-start gap-2">{step.content}</div>}
            </div>
          </li>
        ))}
      </ol>
    </Card>
  );
}

function useSteps(isShown: boolean): Step[] | undefined {
  const agents = useQuery({
    queryKey: keys.agentList(OLDEST_FIRST),
    queryFn: ({ signal }) => errand.agents.list(OLDEST_FIRST, signal),
    enabled: isShown,
  });
  const agent = agents.data?.results[0];
  const version = useQuery({
    queryKey: keys.version(agent?.id ?? '', 'current'),
    queryFn: ({ signal }) => errand.versions.current(agent!.id, signal),
    enabled: isShown && agent !== undefined,
  });
  const jobs = useRecentJobs();
  const webhooks = useQuery({
    queryKey: keys.webhooks(),
    queryFn: ({ signal }) => errand.webhooks.list(signal),
    enabled: isShown,
    refetchInterval: 5_000,
  });
  if (agents.data === undefined || jobs.data === undefined || webhooks.data === undefined) return undefined;
  const done = jobs.data.results.filter(({ status_code }) => status_code === 3 || status_code === 6);
  const hasJobs = (jobs.data.total ?? 0) > 0;
  return [
    {
      title: agent ? `Run ${agent.name}` : 'Make an agent and run it',
      isDone: done.length > 0,
      content: agent ? (
        <Link to="/run/$agentId" params={{ agentId: agent.id }} className={buttonClass('primary')}>
          Open its form
        </Link>
      ) : (
        <Link to="/agents/new" className={buttonClass('primary')}>
          New agent
        </Link>
      ),
    },
    {
      title: 'Call it from your code',
      isDone: jobs.data.results.some(({ origin }) => origin === 'api') || (jobs.data.total ?? 0) > 10,
      content: agent && version.data && (
        <>
          <p className="text-muted">
            Set ERRAND_API_KEY to the key that the start printed. The job appears here by itself.
          </p>
          <div className="w-full">
            <CodeTabs samples={codeSamples(agent, version.data, location.origin)} />
          </div>
        </>
      ),
    },
    {
      title: 'Receive a result by webhook',
      isDone: webhooks.data.some(({ last_success_at }) => last_success_at !== null),
      content: (
        <Link to="/webhooks" className={buttonClass()}>
          Set up a webhook
        </Link>
      ),
    },
  ].map((step) => ({ ...step, isDone: step.isDone && hasJobs }));
}
