import type { Activity } from '@errand/sdk';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Briefcase, CircleCheck, Inbox, type LucideIcon, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { useRead } from '../../data/queries.ts';
import { keys } from '../../data/query-keys.ts';
import { readAll } from '../../data/read-all.ts';
import { Card } from '../../design/card.tsx';
import { cx } from '../../design/cx.ts';
import { formatCost, formatMoment, formatNumber } from '../../design/format.ts';
import { counted, plural } from '../../design/plural.ts';
import { useAccess } from '../../session/access.ts';
import { allAgents } from '../../session/all-agents.ts';
import { errand } from '../../session/client.ts';
import { MY_OVERDUE, TO_APPROVE, useWaitingCases, useWaitingCount } from '../../session/waiting.ts';

type Item = {
  key: string;
  text: ReactNode;
  to: string;
  search?: Record<string, string>;
  /** A warning if there is none. */
  icon?: LucideIcon;
};

const FAILURES_SHOWN = 4;
const ERRORS_SHOWN = 3;
const LOW_CREDITS = 1;
const EXPIRY_MS = 7 * 86_400_000;

/** Lists what needs attention, each with a link. */
export function Attention({ activity }: { activity: Activity }) {
  const items = [
    ...useWaiting(),
    ...useCases(),
    ...useOpenAlerts(),
    ...usePromotions(),
    ...useFailingAgents(activity),
    ...useErrors(activity),
    ...useFailingWebhooks(),
    ...useAccount(),
  ];
  return (
    <Card title="Needs attention">
      {items.length === 0 ? (
        <p className="flex items-center gap-2 text-muted">
          <CircleCheck size={16} aria-hidden className="text-success" /> Nothing: no decisions, no failures, no failing
          webhooks, no keys about to expire.
        </p>
      ) : (
        <ul className="-mx-1.5 flex flex-col gap-1">
          {items.map(({ key, text, to, search = {}, icon: Icon = TriangleAlert }) => (
            <li key={key}>
              <Link
                to={to}
                search={search as never}
                className="flex min-h-8 items-center gap-2.5 rounded-sm px-1.5 hover:bg-hover"
              >
                <Icon
                  size={16}
                  aria-hidden
                  className={cx('shrink-0', Icon === TriangleAlert ? 'text-warning' : 'text-muted')}
                />
                <span className="min-w-0 break-words">{text}</span>
              </Link>
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}

function useWaiting(): Item[] {
  const count = useWaitingCount();
  if (count === 0) return [];
  const text =
    count === 1 ? '1 item waits for you in the inbox' : `${formatNumber(count)} items wait for you in the inbox`;
  return [{ key: 'inbox', text, to: '/inbox', icon: Inbox }];
}

function useCases(): Item[] {
  const { overdue, toApprove } = useWaitingCases();
  const items: Item[] = [];
  if (overdue > 0) {
    const text = `${formatNumber(overdue)} of your cases ${plural(overdue, 'is', 'are')} overdue`;
    items.push({ key: 'cases', text, to: '/cases', search: MY_OVERDUE });
  }
  if (toApprove > 0) {
    const text = `${counted(toApprove, 'decision')} about cases ${plural(toApprove, 'waits', 'wait')} for an approver`;
    items.push({ key: 'proposals', text, to: '/cases', search: TO_APPROVE, icon: Briefcase });
  }
  return items;
}

function useOpenAlerts(): Item[] {
  const alerts = useRead(keys.openAlerts(), (options) => errand.alerts.list({ open: true, page_size: 5 }, options), {
    staleTime: 15_000,
  });
  return (alerts.data?.results ?? []).map(({ id, message }) => ({ key: id, text: message, to: '/usage/budgets' }));
}

/** Versions that wait for a second person. */
export const useOpenPromotions = () =>
  useRead(keys.openPromotions(), (options) => errand.promotions.list({ state: 'proposed', page_size: 5 }, options), {
    staleTime: 15_000,
  });

function usePromotions(): Item[] {
  const open = useOpenPromotions();
  return (open.data?.results ?? []).map(({ id, name, version_name, actor, agent_id, policy_id }) => ({
    key: id,
    text: (
      <>
        {actor.name} proposes {version_name} of <bdi className="font-medium">{name}</bdi>: somebody else has to approve
        it
      </>
    ),
    to: agent_id === null ? `/policies/${policy_id}` : `/agents/${agent_id}`,
  }));
}

function useFailingAgents(activity: Activity): Item[] {
  const failing = activity.agents
    .filter(({ failed }) => failed > 0)
    .sort((a, b) => b.failed - a.failed)
    .slice(0, FAILURES_SHOWN);
  const names = useQuery({ ...allAgents(), enabled: failing.length > 0 });
  return failing.map(({ agent_id: id, failed, succeeded }) => {
    const name = names.data?.find((agent) => agent.id === id)?.name ?? 'An agent';
    return {
      key: id,
      text: (
        <>
          <bdi className="font-medium">{name}</bdi>: {formatNumber(failed)} of {formatNumber(failed + succeeded)} jobs
          failed
        </>
      ),
      to: '/jobs',
      search: { agent: id, status: 'failed', ...boundsOf(activity) },
    };
  });
}

/** Returns the most frequent reasons of failures, each with its jobs. */
function useErrors(activity: Activity): Item[] {
  const bounds = boundsOf(activity);
  const errors = useRead(
    keys.jobErrors(`${bounds.from} ${bounds.to}`),
    (options) => errand.jobs.errors({ created_from: bounds.from, created_to: bounds.to }, options),
    { enabled: activity.totals.failed > 0, placeholderData: keepPreviousData, staleTime: 15_000 },
  );
  if (activity.totals.failed === 0 || errors.data === undefined) return [];
  const { results, searched_to: searchedTo } = errors.data;
  const items: Item[] = results.slice(0, ERRORS_SHOWN).map(({ code, cause, causes, count, complete }) => ({
    key: code,
    text: (
      <>
        {/* The most frequent message says more than the name of the error. */}
        <bdi>{causes[0]?.message ?? cause}</bdi>{' '}
        <span className="text-muted">
          {complete ? '' : 'more than '}
          {counted(count, 'job')}
        </span>
      </>
    ),
    to: '/jobs',
    search: { q: `error:${code}`, ...bounds },
  }));
  if (searchedTo !== null) {
    const text = `These reasons do not include jobs before ${formatMoment(searchedTo)}, which are archived.`;
    items.push({ key: 'archived', text, to: '/jobs', search: { status: 'failed', ...bounds } });
  }
  return items;
}

/** The period of the stats. Lists include its last millisecond. */
const boundsOf = ({ from, to }: Activity) => ({ from, to: new Date(Date.parse(to) - 1).toISOString() });

function useFailingWebhooks(): Item[] {
  const webhooks = useRead(keys.webhooks(), (options) => errand.webhooks.list(options), { staleTime: 15_000 });
  return (webhooks.data ?? [])
    .filter(({ failure_count, is_active }) => failure_count > 0 || !is_active)
    .filter(({ last_failure_at }) => last_failure_at !== null)
    .map((webhook) => ({
      key: webhook.id,
      text: (
        <>
          Webhook <bdi className="font-medium">{webhook.name}</bdi>{' '}
          {webhook.is_active ? `failed ${webhook.failure_count} times in a row` : 'was switched off'}
        </>
      ),
      to: `/webhooks/${webhook.id}`,
    }));
}

function useAccount(): Item[] {
  const { organization, can } = useAccess();
  const isAdmin = can('admin') && organization !== undefined;
  const apiKeys = useRead(
    ['api-keys', organization?.id, 'expiring'],
    (options) => readAll((paging) => errand.apiKeys.list(organization!.id, paging, options)),
    { enabled: isAdmin, staleTime: 60_000 },
  );
  const items: Item[] = [];
  const credits = organization?.credits;
  if (credits !== null && credits !== undefined && credits < LOW_CREDITS) {
    items.push({ key: 'credits', text: `Only ${formatCost(credits)} of credits are left`, to: '/usage' });
  }
  for (const apiKey of apiKeys.data ?? []) {
    const left = apiKey.expires_at === null ? Number.POSITIVE_INFINITY : Date.parse(apiKey.expires_at) - Date.now();
    if (left < EXPIRY_MS) {
      items.push({
        key: apiKey.id,
        text: (
          <>
            API key <bdi className="font-medium">{apiKey.name}</bdi>{' '}
            {left < 0 ? 'has expired' : 'expires within a week'}
          </>
        ),
        to: '/settings',
      });
    }
  }
  return items;
}
