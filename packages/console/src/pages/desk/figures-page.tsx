import type { CaseFigures } from '@errand/sdk';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { useRead } from '../../data/queries.ts';
import { keys } from '../../data/query-keys.ts';
import { Card } from '../../design/card.tsx';
import { type Column, DataTable } from '../../design/data-table.tsx';
import { formatNumber, formatPercent } from '../../design/format.ts';
import { PageHeader } from '../../design/page-header.tsx';
import { QueryView } from '../../design/query-view.tsx';
import { Select } from '../../design/select.tsx';
import { errand } from '../../session/client.ts';
import { useQueues } from '../cases/use-desk.ts';

const DAY_MS = 86_400_000;
const ranges = { '7': 'Last 7 days', '30': 'Last 30 days', '90': 'Last 90 days', '365': 'Last year' };

/** How the desk does: for those who plan its work. */
export function FiguresPage() {
  const { days = 30, queue } = useSearch({ from: '/shell/cases/figures' });
  const navigate = useNavigate({ from: '/cases/figures' });
  const queues = useQueues() ?? [];
  const figures = useRead(
    keys.caseFigures({ days, queue }),
    (options) => {
      const from = new Date(Date.now() - days * DAY_MS).toISOString();
      return errand.caseRecords.figures({ queue, from }, options);
    },
    { refetchInterval: 60_000 },
  );
  return (
    <>
      <PageHeader
        title="Figures of the desk"
        crumbs={[{ label: 'Cases', to: '/cases' }]}
        description="Cases that are restricted to others are counted nowhere."
        actions={
          <>
            <Select
              label="Queue"
              className="w-48!"
              value={queue ?? ''}
              options={[
                { value: '', label: 'All queues' },
                ...queues.map(({ id, name }) => ({ value: id, label: name })),
              ]}
              onChange={(next: string) =>
                void navigate({ search: (before) => ({ ...before, queue: next || undefined }) })
              }
            />
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
      <QueryView query={figures} rows={8}>
        {(data) => <FiguresView figures={data} />}
      </QueryView>
    </>
  );
}

function FiguresView({ figures }: { figures: CaseFigures }) {
  const { opened, closed, median_hours: hours, auto_closed: auto, auto_closed_error: wrong } = figures;
  return (
    <div className="in-order flex flex-col gap-6">
      <dl className="grid grid-cols-2 gap-px overflow-hidden rounded-md border border-border bg-border lg:grid-cols-5">
        <Figure label="Opened" value={formatNumber(opened)} />
        <Figure label="Decided" value={formatNumber(closed)} />
        <Figure label="Median time to decide" value={hours === null ? '–' : hoursWords(hours)} />
        <Figure
          label="Closed without a person"
          value={formatPercent(auto, closed)}
          note={`${formatNumber(auto)} of ${formatNumber(closed)} decisions`}
        />
        <Figure
          label="Of these wrong"
          value={wrong.rate === null ? 'not measured' : formatPercent(wrong.wrong, wrong.checked)}
          note={
            wrong.interval === null
              ? 'No second look yet'
              : `${percent(wrong.interval.low)} to ${percent(wrong.interval.high)} (95 %), ${formatNumber(wrong.checked)} looked at`
          }
        />
      </dl>
      <div className="grid grid-cols-1 gap-6 xl:grid-cols-2">
        <Card title="Open cases by age">
          <Ageing ageing={figures.ageing} />
        </Card>
        <Card title="Load per person">
          <DataTable label="Load per person" rows={figures.load} rowKey={({ user_id: id }) => id ?? 0} columns={load} />
        </Card>
        <Agreement title="Agreement by analyst" rows={figures.by_analyst} />
        <Agreement title="Agreement by agent" rows={figures.by_agent} />
        <Agreement
          title="Agreement by rule"
          rows={figures.by_rule.map(({ rule, ...rest }) => ({ name: rule, ...rest }))}
        />
      </div>
    </div>
  );
}

const percent = (share: number): string => `${(share * 100).toFixed(1)} %`;
const hoursWords = (hours: number): string => {
  if (hours < 1) return hours * 60 < 1 ? 'under 1 min' : `${Math.round(hours * 60)} min`;
  return hours < 48 ? `${hours.toFixed(1)} h` : `${(hours / 24).toFixed(1)} days`;
};

const Figure = ({ label, value, note }: { label: string; value: string; note?: string }) => (
  <div className="bg-raised p-4 max-lg:last:col-span-2">
    <dt className="text-muted">{label}</dt>
    <dd className="mt-1 font-semibold text-xl tabular-nums">{value}</dd>
    {note !== undefined && <dd className="mt-0.5 text-muted text-xs">{note}</dd>}
  </div>
);

function Ageing({ ageing }: Pick<CaseFigures, 'ageing'>) {
  const most = Math.max(1, ...ageing.map(({ cases }) => cases));
  return (
    <DataTable
      label="Open cases by age"
      rows={ageing}
      rowKey={({ days }) => days}
      columns={[
        { header: 'Age', cell: ({ days }) => `${days} days` },
        {
          header: 'Share',
          from: 'sm',
          quiet: true,
          className: 'w-1/2',
          cell: ({ cases, overdue }) => (
            <span aria-hidden className="flex h-2 overflow-hidden rounded-sm">
              <span className="bg-failure" style={{ width: `${(100 * overdue) / most}%` }} />
              <span className="bg-control" style={{ width: `${(100 * (cases - overdue)) / most}%` }} />
            </span>
          ),
        },
        { header: 'Cases', numeric: true, cell: ({ cases }) => formatNumber(cases) },
        {
          header: 'Overdue',
          numeric: true,
          cell: ({ overdue }) => (
            <span className={overdue > 0 ? 'text-danger' : 'text-muted'}>{formatNumber(overdue)}</span>
          ),
        },
      ]}
    />
  );
}

const load: Column<CaseFigures['load'][number]>[] = [
  {
    header: 'Person',
    className: 'max-w-64 truncate',
    cell: ({ user_id: id, email }) => (
      <Link
        to="/cases"
        search={{ assignee: id === null ? 'none' : String(id), ordering: 'due' }}
        className="text-accent hover:underline"
      >
        <bdi>{email ?? 'nobody'}</bdi>
      </Link>
    ),
  },
  { header: 'Open', numeric: true, cell: ({ open }) => formatNumber(open) },
  {
    header: 'Overdue',
    numeric: true,
    cell: ({ overdue }) => <span className={overdue > 0 ? 'text-danger' : 'text-muted'}>{formatNumber(overdue)}</span>,
  },
  { header: 'Decided', numeric: true, cell: ({ decided }) => formatNumber(decided) },
];

type Agreed = { name: string; checked: number; agreed: number; agreement: number | null };

const Agreement = ({ title, rows }: { title: string; rows: Agreed[] }) => (
  <Card title={title}>
    {rows.length === 0 ? (
      <p className="text-muted">Nothing decided in this time.</p>
    ) : (
      <DataTable
        label={title}
        rows={rows}
        rowKey={({ name }, index) => `${name} ${index}`}
        columns={[
          { header: 'Name', className: 'max-w-64 truncate', cell: ({ name }) => <bdi>{name}</bdi> },
          { header: 'Second looks', numeric: true, cell: ({ checked }) => formatNumber(checked) },
          { header: 'Agree', numeric: true, cell: ({ agreed }) => formatNumber(agreed) },
          {
            header: 'Agreement',
            numeric: true,
            cell: ({ agreement }) => (agreement === null ? '–' : percent(agreement)),
          },
        ]}
      />
    )}
  </Card>
);
