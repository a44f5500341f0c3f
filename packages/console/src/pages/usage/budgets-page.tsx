import type { Alert, Budget } from '@errand/sdk';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { keys } from '../../data/query-keys.ts';
import { Badge } from '../../design/badge.tsx';
import { Button } from '../../design/button.tsx';
import { EmptyState } from '../../design/empty-state.tsx';
import { formatCost, formatNumber } from '../../design/format.ts';
import { PageHeader } from '../../design/page-header.tsx';
import { QueryView } from '../../design/query-view.tsx';
import { RelativeTime } from '../../design/relative-time.tsx';
import { Table, Td, Th, Tr } from '../../design/table.tsx';
import { showToast } from '../../design/toast.tsx';
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
  const budgets = useQuery({
    queryKey: keys.budgets(),
    queryFn: ({ signal }) => errand.budgets.list({ signal }),
    refetchInterval: LOOK_AGAIN_MS,
  });
  const alerts = useQuery({
    queryKey: keys.alerts(),
    queryFn: ({ signal }) => errand.alerts.list({ page_size: 50 }, { signal }),
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
  const queryClient = useQueryClient();
  const { can } = useAccess();
  const remove = useMutation({
    mutationFn: ({ id }: Budget) => errand.budgets.delete(id),
    onSuccess: async (_, budget) => {
      showToast(`Budget of ${budget.name} deleted`, { undo: () => restore.mutate(budget) });
      await queryClient.invalidateQueries({ queryKey: keys.budgets() });
    },
  });
  const restore = useMutation({
    mutationFn: ({ scope, period, amount, action, agent_id: agent, key_id: key }: Budget) =>
      errand.budgets.create({
        scope,
        period,
        amount,
        action,
        ...(agent !== null && { agent_id: agent }),
        ...(key !== null && { key_id: key }),
      }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: keys.budgets() }),
  });
  const [changed, setChanged] = useState<Budget>();
  if (budgets.length === 0)
    return (
      <EmptyState title="No budgets yet">
        A budget limits what the organization, an agent or an API key may spend in a day or a month.
      </EmptyState>
    );
  return (
    <>
      {changed && <ChangeBudget budget={changed} onClose={() => setChanged(undefined)} />}
      <Table label="Budgets">
        <thead>
          <tr>
            <Th>Budget</Th>
            <Th>State</Th>
            <Th numeric>Spent</Th>
            <Th numeric>Limit</Th>
            <Th>When used up</Th>
            <Th>
              <span className="sr-only">Actions</span>
            </Th>
          </tr>
        </thead>
        <tbody>
          {budgets.map((budget) => (
            <Tr key={budget.id}>
              <Td>
                <bdi className="font-medium">{budget.name}</bdi>{' '}
                <span className="ml-1 text-muted">{scopes[budget.scope]}</span>
              </Td>
              <Td>
                <Badge tone={tones[budget.state]}>{words[budget.state]}</Badge>
              </Td>
              <Td numeric>
                <Link
                  to="/jobs"
                  search={jobsOf(budget)}
                  aria-label={`${formatCost(budget.spent)}: jobs that the budget of ${budget.name} counts`}
                  className="text-accent hover:underline"
                >
                  {formatCost(budget.spent)}
                </Link>
              </Td>
              <Td numeric>
                {formatCost(budget.amount)} a {budget.period}
              </Td>
              <Td>{budget.action === 'stop' ? 'Refuse new jobs' : 'Alert only'}</Td>
              <Td>
                {can('admin') && (
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
                )}
              </Td>
            </Tr>
          ))}
        </tbody>
      </Table>
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
    <Table label="Alerts sent">
      <thead>
        <tr>
          <Th>Alert</Th>
          <Th>State</Th>
          <Th>When</Th>
          <Th>Delivery</Th>
        </tr>
      </thead>
      <tbody>
        {alerts.map((alert) => (
          <Tr key={alert.id}>
            <Td>
              {alert.agent_id === null ? (
                alert.message
              ) : (
                <Link to="/jobs" search={{ agent: alert.agent_id, since: '24h' }} className="hover:underline">
                  {alert.message}
                </Link>
              )}
            </Td>
            <Td>
              <Badge tone={alert.ended_at === null ? 'warning' : 'neutral'}>
                {alert.ended_at === null ? 'open' : 'closed'}
              </Badge>
            </Td>
            <Td>
              <RelativeTime at={alert.created_at} />
            </Td>
            <Td>{alert.delivery === 'none' ? '–' : (alert.delivery_error ?? alert.delivery)}</Td>
          </Tr>
        ))}
      </tbody>
    </Table>
  );
}
