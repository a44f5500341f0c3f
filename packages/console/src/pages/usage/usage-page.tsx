import type { Usage } from '@errand/sdk';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { Download } from 'lucide-react';
import { useMemo } from 'react';
import { keys } from '../../data/query-keys.ts';
import { Button, buttonClass } from '../../design/button.tsx';
import { DataTable } from '../../design/data-table.tsx';
import { EmptyState } from '../../design/empty-state.tsx';
import { formatCompact, formatCost, formatNumber, formatPercent } from '../../design/format.ts';
import { PageHeader } from '../../design/page-header.tsx';
import { counted } from '../../design/plural.ts';
import { QueryView } from '../../design/query-view.tsx';
import { Select } from '../../design/select.tsx';
import { saveText } from '../../json/save-text.ts';
import { useAccess } from '../../session/access.ts';
import { errand } from '../../session/client.ts';
import type { JobSearch } from '../jobs/job-search.ts';
import { CostBreakdown } from './cost-breakdown.tsx';
import { Ledger } from './ledger.tsx';
import { type AgentUsage, sumUsage, type UsageSums } from './sum-usage.ts';
import { toCsv } from './to-csv.ts';
import { UsageByDay } from './usage-by-day.tsx';

const DAY_MS = 86_400_000;
const ranges = { '7': 'Last 7 days', '30': 'Last 30 days', '90': 'Last 90 days', '365': 'Last year' };

export function UsagePage() {
  const { days = 30 } = useSearch({ from: '/shell/usage' });
  const navigate = useNavigate({ from: '/usage' });
  const { organization } = useAccess();
  const usage = useQuery({
    queryKey: keys.usage(days),
    queryFn: ({ signal }) => {
      // Starts at the beginning of a day, because the stats of whole days are cached and those of parts are not.
      const fromMs = Date.now() - days * DAY_MS;
      const created_from = new Date(fromMs - (fromMs % DAY_MS)).toISOString();
      return errand.organizations.usage(organization!.id, { bucket: 'day', created_from }, { signal });
    },
    enabled: organization !== undefined,
    placeholderData: keepPreviousData,
    staleTime: 60_000,
  });
  const costPerDay = (usage.data?.results ?? []).reduce((sum, { cost }) => sum + cost, 0) / days;
  return (
    <>
      <PageHeader
        title="Usage"
        description="What ran and what it cost, by agent and day."
        actions={
          <>
            <Link to="/usage/budgets" className={buttonClass()}>
              Budgets and alerts
            </Link>
            <Select
              label="Time"
              className="w-40!"
              value={String(days)}
              options={Object.entries(ranges).map(([value, label]) => ({ value, label }))}
              onChange={(next) => void navigate({ search: (before) => ({ ...before, days: Number(next) }) })}
            />
          </>
        }
      />
      <div className="in-order flex flex-col gap-6">
        <QueryView query={usage} rows={8}>
          {(data) => <UsageView usage={data} days={days} />}
        </QueryView>
        {/* Shown after the content above is loaded, which would push it down. */}
        {organization && !usage.isPending && (
          <>
            <CostBreakdown organizationId={organization.id} days={days} />
            <Ledger organizationId={organization.id} costPerDay={costPerDay} />
          </>
        )}
      </div>
    </>
  );
}

function UsageView({ usage, days }: { usage: Usage; days: number }) {
  const sums = useMemo(
    () => sumUsage(usage.results, Date.parse(usage.created_from), Date.parse(usage.created_to)),
    [usage],
  );
  const span = { from: usage.created_from, to: usage.created_to };
  if (sums.agents.length === 0) {
    return <EmptyState title="Nothing ran in this period">Run an agent, or choose a longer period.</EmptyState>;
  }
  return (
    <>
      {!usage.complete && (
        <p role="status" className="rounded-md bg-warning-soft p-3 text-warning">
          Older jobs are still being counted. The numbers will be complete in a few minutes.
        </p>
      )}
      <Totals sums={sums} days={days} span={span} />
      <UsageByDay sums={sums} />
      <AgentTable agents={sums.agents} total={sums.total.cost} days={days} span={span} />
    </>
  );
}

/** Shows decimals for small numbers, so that a few jobs in many days do not look like none. */
const perDay = (jobs: number): string => (jobs >= 10 || jobs === 0 ? formatNumber(jobs) : jobs.toFixed(1));

/** The period of the stats, for the links to their jobs. */
type TimeSpan = { from: string; to: string };

function Totals({ sums: { total }, days, span }: { sums: UsageSums; days: number; span: TimeSpan }) {
  const facts: [string, string, string, JobSearch][] = [
    ['Cost', formatCost(total.cost), `${formatCost(total.cost / days)} a day`, { q: 'cost:>0' }],
    ['Jobs', formatCompact(total.jobs), `${perDay(total.jobs / days)} a day`, {}],
    ['Failed', formatPercent(total.failed, total.jobs), `${counted(total.failed, 'job')}`, { status: 'failed' }],
    [
      'From the cache',
      formatPercent(total.cached, total.jobs),
      `${counted(total.cached, 'job')} at no cost`,
      { status: 'cached' },
    ],
    ['Tokens', formatCompact(total.tokens), 'in and out', { q: 'tokens:>0' }],
  ];
  return (
    <dl className="grid grid-cols-2 gap-3 md:grid-cols-5 [&>:first-child]:max-md:col-span-2">
      {facts.map(([label, value, note, search]) => (
        <div
          key={label}
          className="relative rounded-md border border-border bg-raised px-4 py-3 focus-within:bg-hover hover:bg-hover"
        >
          <dt className="text-muted">{label}</dt>
          <dd className="text-2xl font-semibold tabular-nums">
            <Link
              to="/jobs"
              search={{ ...search, ...span }}
              aria-label={`${label}: ${value}. Show the jobs`}
              className="after:absolute after:inset-0"
            >
              {value}
            </Link>
          </dd>
          <dd className="text-muted">{note}</dd>
        </div>
      ))}
    </dl>
  );
}

type AgentTableProps = { agents: AgentUsage[]; total: number; days: number; span: TimeSpan };

function AgentTable({ agents, total, days, span }: AgentTableProps) {
  const most = Math.max(0, ...agents.map(({ cost }) => cost));
  return (
    <section aria-label="By agent">
      <div className="mb-2 flex items-center justify-between">
        <h2 className="text-lg font-semibold">By agent</h2>
        <Button
          size="sm"
          icon={<Download size={12} aria-hidden />}
          onClick={() => saveText(toCsv(agents), `usage-${days}-days.csv`, 'text/csv')}
        >
          CSV
        </Button>
      </div>
      <DataTable
        label="Usage by agent"
        rows={agents}
        rowKey={(agent) => agent.agent_id}
        columns={[
          {
            header: 'Agent',
            cell: (agent) => (
              <Link to="/jobs" search={{ agent: agent.agent_id, ...span }} className="text-accent hover:underline">
                <bdi>{agent.agent_name}</bdi>
              </Link>
            ),
          },
          { header: 'Jobs', numeric: true, cell: (agent) => formatNumber(agent.jobs) },
          {
            header: 'Failed',
            numeric: true,
            cell: (agent) =>
              agent.failed === 0 ? (
                formatPercent(0, agent.jobs)
              ) : (
                <Link
                  to="/jobs"
                  search={{ agent: agent.agent_id, status: 'failed', ...span }}
                  aria-label={`${formatPercent(agent.failed, agent.jobs)}: failed jobs of ${agent.agent_name}`}
                  className="text-accent hover:underline"
                >
                  {formatPercent(agent.failed, agent.jobs)}
                </Link>
              ),
          },
          { header: 'Cached', numeric: true, cell: (agent) => formatPercent(agent.cached, agent.jobs) },
          {
            header: 'Tokens in / out',
            numeric: true,
            from: 'lg',
            cell: (agent) => (
              <>
                {formatCompact(agent.input_tokens)} / {formatCompact(agent.output_tokens)}
              </>
            ),
          },
          { header: 'Cost', numeric: true, cell: (agent) => formatCost(agent.cost) },
          { header: 'Per job', numeric: true, cell: (agent) => formatCost(agent.cost / agent.jobs) },
          {
            header: 'Share of the cost',
            className: 'w-40!',
            cell: (agent) => (
              <span className="flex items-center gap-2">
                <span aria-hidden className="h-2 flex-1 rounded-sm bg-hover">
                  <span
                    className="block h-2 rounded-sm bg-chart-first"
                    style={{ width: `${most === 0 ? 0 : (agent.cost / most) * 100}%` }}
                  />
                </span>
                <span className="w-12 text-right">
                  {formatPercent(agent.cost, total)}
                  <span className="sr-only"> of the cost</span>
                </span>
              </span>
            ),
          },
        ]}
      />
    </section>
  );
}
