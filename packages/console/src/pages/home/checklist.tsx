import { hasSucceeded } from '@errand/sdk';
import { Link } from '@tanstack/react-router';
import { Circle, CircleCheck, X } from 'lucide-react';
import { lazy, type ReactNode, Suspense, useEffect } from 'react';
import { useRead } from '../../data/queries.ts';
import { keys } from '../../data/query-keys.ts';
import { Button, buttonClass, IconButton } from '../../design/button.tsx';
import { Card } from '../../design/card.tsx';
import { useAccess } from '../../session/access.ts';
import { errand } from '../../session/client.ts';
import { noteDone, setHidden, useChecklist } from './checklist-state.ts';

// Only newcomers need it, so that it is no part of the first load.
const FirstCall = lazy(async () => ({ default: (await import('./first-call.tsx')).FirstCall }));

const OLDEST_FIRST = { ordering: 'created_at', page_size: 1 } as const;

const STEPS = 3;

type Step = { name: string; title: string; isDone: boolean; content: ReactNode };

/** The first steps of a newcomer. They tick themselves when the thing really happened, wherever it was done. */
export function Checklist() {
  const { organization, can } = useAccess();
  const { isHidden, done } = useChecklist(organization?.id);
  if (organization === undefined || !can('member') || done.length === STEPS) return null;
  if (!isHidden) return <Steps orgId={organization.id} />;
  return (
    <div>
      <Button variant="quiet" size="sm" onClick={() => setHidden(organization.id, false)}>
        Show the first steps
      </Button>
    </div>
  );
}

function Steps({ orgId }: { orgId: string }) {
  const steps = useSteps(orgId);
  const open = steps?.findIndex((step) => !step.isDone) ?? -1;
  if (steps === undefined || open < 0) return null;
  return (
    <Card
      title="First steps"
      actions={
        <IconButton
          label="Hide the first steps"
          icon={<X size={14} aria-hidden />}
          onClick={() => setHidden(orgId, true)}
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
                <bdi>{step.title}</bdi>
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

/** Whether the list is to be seen, open or not. */
export function useChecklistShown(): boolean {
  const { organization, can } = useAccess();
  const { done } = useChecklist(organization?.id);
  return organization !== undefined && can('member') && done.length < STEPS;
}

/** Whether the list is still loading. The content below waits for it, so that it is not pushed down. */
export function useChecklistPending(): boolean {
  const { organization, organizations, can } = useAccess();
  const { isHidden, done } = useChecklist(organization?.id);
  const isShown = organization !== undefined && can('member') && done.length < STEPS && !isHidden;
  const { agents, version, jobs, webhooks } = useStepQueries(isShown);
  if (organizations.length === 0) return true;
  return isShown && (agents.isPending || jobs.isPending || webhooks.isPending || version.isLoading);
}

function useStepQueries(enabled = true) {
  const agents = useRead(keys.agentList(OLDEST_FIRST), (options) => errand.agents.list(OLDEST_FIRST, options), {
    enabled,
  });
  const [oldest] = agents.data?.results ?? [];
  const agent = oldest && !isOfDemo(oldest.name) ? oldest : undefined;
  const version = useRead(
    keys.version(agent?.id ?? '', 'current'),
    (options) => errand.versions.current(agent!.id, {}, options),
    { enabled: enabled && agent !== undefined },
  );
  // More than the most recent ones, because jobs of the demo do not count.
  const jobs = useRead([...keys.jobs(), 'first steps'], (options) => errand.jobs.list({ page_size: 50 }, options), {
    refetchInterval: 3_000,
    enabled,
  });
  const webhooks = useRead(keys.webhooks(), (options) => errand.webhooks.list(options), {
    refetchInterval: 5_000,
    enabled,
  });
  return { agents, agent, version, jobs, webhooks };
}

/** Recognized by name, because the demo's first jobs are visible before anything else shows that there is a demo. */
const isOfDemo = (agentName: string): boolean => agentName.endsWith('(demo)');

function useSteps(orgId: string): Step[] | undefined {
  const { done } = useChecklist(orgId);
  const { agents, agent, version, jobs, webhooks } = useStepQueries();
  // Jobs that the demo started are not the user's steps.
  const own = jobs.data?.results.filter(({ agent_name: name }) => !isOfDemo(name));
  const happened = [
    ...(own?.some(({ status_code: code }) => hasSucceeded(code)) ? ['run'] : []),
    ...(own?.some(({ origin }) => origin === 'api') ? ['call'] : []),
    ...(webhooks.data?.some(({ last_success_at: at }) => at !== null) ? ['webhook'] : []),
  ].join(' ');
  // Remembered, because later jobs push it out of the loaded list.
  useEffect(() => noteDone(orgId, happened.split(' ')), [orgId, happened]);
  if (agents.data === undefined || jobs.data === undefined || webhooks.data === undefined) return undefined;
  const isDone = (name: string): boolean => done.includes(name) || happened.split(' ').includes(name);
  return [
    {
      name: 'run',
      title: agent ? `Run ${agent.name}` : 'Create an agent and run it',
      isDone: isDone('run'),
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
      name: 'call',
      title: 'Call it from your code',
      isDone: isDone('call'),
      content: agent && version.data && (
        <>
          <p className="text-muted">
            Set ERRAND_API_KEY to the key printed at startup. The job appears here automatically.
          </p>
          {/* As high as the shortest sample, so that little moves when it comes. */}
          <div className="min-h-48 w-full">
            <Suspense>
              <FirstCall agent={agent} version={version.data} />
            </Suspense>
          </div>
        </>
      ),
    },
    {
      name: 'webhook',
      title: 'Receive a result by webhook',
      isDone: isDone('webhook'),
      content: (
        <Link to="/webhooks" className={buttonClass()}>
          Set up a webhook
        </Link>
      ),
    },
  ];
}
