import type { Alert, Budget } from '@errand/sdk';
import { Link } from '@tanstack/react-router';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { reload, useChange, useRead } from '../../data/queries.ts';
import { keys } from '../../data/query-keys.ts';
import { Badge } from '../../design/badge.tsx';
import { Button } from '../../design/button.tsx';
import { DataTable } from '../../design/data-table.tsx';
import { EmptyState } from '../../design/empty-state.tsx';
import { formatCost, formatNumber } from '../../design/format.ts';
import { PageHeader } from '../../design/page-header.tsx';
import { QueryView } from '../../design/query-view.tsx';
import { showToast } from '../../design/toast.ts';
import { useAccess } from '../../session/access.ts';
import { errand } from '../../session/client.ts';
import type { JobSearch } from '../jobs/job-search.ts';
import { AlertSettingsCard } from './alert-settings.tsx';
import { ChangeBudget } from './change-budget.tsx';
import { CreateBudget } from './create-budget.tsx';

const LOOK_AGAIN_MS = 10_000;

/** Shows budgets, what was spent, and the alerts. */
export function BudgetsPage() {
  const { can } = useAccess();
  const [isOpen, setIsOpen] = useState(false);
  const budgets = useRead(keys.budgets(), (options) => errand.budgets.list(options), {
    refetchInterval: LOOK_AGAIN_MS,
  });
  const alerts = useRead(keys.alerts(), (options) => errand.alerts.list({ page_size: 50 }, options), {
    refetchInterval: LOOK_AGAIN_MS,
  });
  return (
    <>
      <PageHeader
        title="Budgets and alerts"
        crumbs={[{ label: 'Usage', to: '/usage' }]}
        description="Limits by organization, agent and API key, with a warning at 80 %."
        actions={
          can('admin') && (
            <Button variant="primary" icon={<Plus size={14} aria-hidden />} onClick={() => setIsOpen(true)}>
              New budget
            </Button>
          )
        }
      />
      <div className="in-order flex flex-col gap-6">
        <QueryView query={budgets} rows={3}>
          {(found) => <BudgetTable budgets={found} />}
        </QueryView>
        <section aria-label="Alerts">
          <h2 className="mb-2 text-lg font-semibold">Alerts</h2>
          <QueryView query={alerts} rows={3}>
            {({ results, count }) => (
              <>
                <AlertTable alerts={results} />
                {count > results.length && (
                  <p className="mt-2 text-muted">
                    The newest {results.length} of {formatNumber(count)} alerts.
                  </p>
                )}
              </>
            )}
          </QueryView>
        </section>
        <AlertSettingsCard />
      </div>
      {isOpen && <CreateBudget onClose={() => setIsOpen(false)} />}
    </>
  );
}

const tones = { ok: 'positive', warning: 'warning', reached: 'danger' } as const;
const words = { ok: 'within budget', warning: 'over 80 %', reached: 'used up' } as const;

const scopes = { organization: 'organization', agent: 'agent', key: 'API key' } as const;

function BudgetTable({ budgets }: { budgets: Budget[] }) {
  const { can } = useAccess();
  const remove = useChange(
    ({ id }: Budget) => errand.budgets.delete(id),
    async (_, budget) => {
      showToast(`Budget of ${budget.name} deleted`, { undo: () => restore.mutate(budget) });
      await reload(keys.budgets());
    },
  );
  const restore = useChange(
    ({ scope, period, amount, action, agent_id: agent, key_id: key }: Budget) =>
      errand.budgets.create({
        scope,
        period,
        amount,
        action,
        ...(agent !== null && { agent_id: agent }),
        ...(key !== null && { key_id: key }),
      }),
    () => reload(keys.budgets()),
  );
  const [changed, setChanged] = useState<Budget>();
  if (budgets.length === 0)
    return (
      <EmptyState
        title="No budgets yet"
        command="errand budgets create --scope organization --period month --amount 100 --action warn"
      >
        A budget limits what the organization, an agent or an API key may spend in a day or a month.
      </EmptyState>
    );
  return (
    <>
      {changed && <ChangeBudget budget={changed} onClose={() => setChanged(undefined)} />}
      <DataTable
        label="Budgets"
        rows={budgets}
        columns={[
          {
            header: 'Budget',
            cell: (budget) => (
              <>
                <bdi className="font-medium">{budget.name}</bdi>{' '}
                <span className="ml-1 text-muted">{scopes[budget.scope]}</span>
              </>
            ),
          },
          { header: 'State', cell: (budget) => <Badge tone={tones[budget.state]}>{words[budget.state]}</Badge> },
          {
            header: 'Spent',
            numeric: true,
            cell: (budget) => (
              <Link
                to="/jobs"
                search={jobsOf(budget)}
                aria-label={`${formatCost(budget.spent)}: jobs that the budget of ${budget.name} counts`}
                className="text-accent hover:underline"
              >
                {formatCost(budget.spent)}
              </Link>
            ),
          },
          {
            header: 'Limit',
            numeric: true,
            cell: (budget) => (
              <>
                {formatCost(budget.amount)} a {budget.period}
              </>
            ),
          },
          { header: 'When used up', cell: (budget) => (budget.action === 'stop' ? 'Refuse new jobs' : 'Alert only') },
          {
            header: 'Actions',
            quiet: true,
            cell: (budget) =>
              can('admin') && (
                <span className="flex justify-end gap-2">
                  <Button
                    size="sm"
                    aria-label={`Change the budget of ${budget.name}`}
                    onClick={() => setChanged(budget)}
                  >
                    Change…
                  </Button>
                  <Button
                    size="sm"
                    aria-label={`Delete the budget of ${budget.name}`}
                    onClick={() => remove.mutate(budget)}
                  >
                    Delete
                  </Button>
                </span>
              ),
          },
        ]}
      />
    </>
  );
}

/** Filters the jobs of the budget's agent or key that were accepted in its period. */
const jobsOf = ({ scope, agent_id: agent, key_id: key, period_starts_at: from }: Budget): JobSearch => ({
  from,
  ...(scope === 'agent' && agent !== null && { agent }),
  ...(scope === 'key' && key !== null && { q: `key:${key}` }),
});

function AlertTable({ alerts }: { alerts: Alert[] }) {
  if (alerts.length === 0) return <p className="text-muted">No alerts yet.</p>;
  return (
    <DataTable
      label="Alerts sent"
      rows={alerts}
      columns={[
        {
          header: 'Alert',
          cell: (alert) =>
            alert.agent_id === null ? (
              alert.message
            ) : (
              <Link to="/jobs" search={{ agent: alert.agent_id, since: '24h' }} className="hover:underline">
                {alert.message}
              </Link>
            ),
        },
        {
          header: 'State',
          cell: (alert) => (
            <Badge tone={alert.ended_at === null ? 'warning' : 'neutral'}>
              {alert.ended_at === null ? 'open' : 'closed'}
            </Badge>
          ),
        },
        { header: 'When', at: (alert) => alert.created_at },
        {
          header: 'Delivery',
          cell: (alert) => (alert.delivery === 'none' ? '–' : (alert.delivery_error ?? alert.delivery)),
        },
      ]}
    />
  );
}
