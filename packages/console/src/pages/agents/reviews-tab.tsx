import type { Agent, Drift, ReviewStats } from '@errand/sdk';
import { useState } from 'react';
import { useRead } from '../../data/queries.ts';
import { keys } from '../../data/query-keys.ts';
import { Card, Facts } from '../../design/card.tsx';
import { DataTable } from '../../design/data-table.tsx';
import { EmptyState } from '../../design/empty-state.tsx';
import { formatDuration, formatNumber, formatPercent } from '../../design/format.ts';
import { QueryView } from '../../design/query-view.tsx';
import { Select } from '../../design/select.tsx';
import { Warnings } from '../../design/warnings.tsx';
import { errand } from '../../session/client.ts';
import { useVersions } from '../versions/use-versions.ts';
import { driftRows } from './drift-rows.ts';

const DAY_MS = 86_400_000;
const periods = [
  { value: '30', label: 'Last 30 days' },
  { value: '90', label: 'Last 90 days' },
  { value: '365', label: 'Last year' },
] as const;

/** Shows the results of the agent's reviews, and how they change from month to month. */
export function ReviewsTab({ agent }: { agent: Agent }) {
  const drift = useRead(keys.drift(agent.id), (options) => errand.gates.drift(agent.id, {}, options));
  return (
    <div className="flex flex-col gap-5">
      <Figures agent={agent} />
      <Card title="Drift">
        <QueryView query={drift} rows={4}>
          {({ rows }) =>
            rows.length === 0 ? (
              <EmptyState title="No job has been reviewed yet">
                Drift shows how often reviewers agree with the output, by version and month. Set a review plan under
                Settings to begin.
              </EmptyState>
            ) : (
              <DriftTable rows={rows} />
            )
          }
        </QueryView>
      </Card>
    </div>
  );
}

/** Months are rows and versions are columns, so that a decline shows in a column and a better version beside it. */
function DriftTable({ rows }: { rows: Drift['rows'] }) {
  const { versions, months } = driftRows(rows);
  return (
    <DataTable
      label="Agreement of reviewers by version and month"
      rows={months}
      rowKey={({ month }) => month}
      columns={[
        { header: 'Month', className: 'tabular-nums', cell: ({ month }) => month },
        ...versions.map(({ name }, index) => ({
          header: name,
          numeric: true,
          cell: ({ cells }: (typeof months)[number]) => <Agreement of={cells[index]} />,
        })),
      ]}
    />
  );
}

const Agreement = ({ of }: { of: { agreed: number; reviewed: number } | undefined }) =>
  of === undefined ? (
    '–'
  ) : (
    <>
      {formatPercent(of.agreed, of.reviewed)} <span className="text-muted">of {formatNumber(of.reviewed)}</span>
    </>
  );

function Figures({ agent }: { agent: Agent }) {
  const [days, setDays] = useState<(typeof periods)[number]['value']>('30');
  const stats = useRead(keys.agentReviewStats(agent.id, Number(days)), (options) => {
    const from = new Date(Date.now() - Number(days) * DAY_MS).toISOString();
    return errand.reviews.stats({ agent_id: agent.id, from }, options);
  });
  return (
    <Card
      title="Reviews"
      actions={<Select label="Period" className="w-40!" value={days} options={periods} onChange={setDays} />}
    >
      <QueryView query={stats} rows={4}>
        {(data) => (
          <div className="flex flex-col gap-4">
            <Warnings title="Decisions faster than reading" items={data.warnings} />
            <Facts
              facts={[
                ['Open', formatNumber(data.open)],
                [
                  'Overdue',
                  data.overdue > 0 ? (
                    <strong key="overdue" className="text-danger">
                      {data.overdue}
                    </strong>
                  ) : (
                    '0'
                  ),
                ],
                ['Done', formatNumber(data.done)],
                ['Agreed with the output', ofDecisions(data.agreement, data.done)],
                ['Corrected the output', ofDecisions(data.override_rate, data.done)],
                ['Median time', formatDuration(data.median_seconds === null ? null : data.median_seconds * 1_000)],
                [
                  'Second reviewer agreed',
                  data.second.compared === 0
                    ? '–'
                    : `${share(data.second.agreement)} of ${formatNumber(data.second.compared)} jobs`,
                ],
              ]}
            />
            <Breakdown agent={agent} stats={data} />
          </div>
        )}
      </QueryView>
    </Card>
  );
}

/** One figure has one base: decisions here, jobs in the table of months. */
const ofDecisions = (part: number | null, done: number): string =>
  part === null ? '–' : `${share(part)} of ${formatNumber(done)} ${done === 1 ? 'decision' : 'decisions'}`;

const share = (part: number | null): string => (part === null ? '–' : formatPercent(part, 1));

function Breakdown({ agent, stats }: { agent: Agent; stats: ReviewStats }) {
  const versions = useVersions(agent);
  const nameOf = (id: string): string => versions.data?.find((one) => one.id === id)?.version_name ?? id.slice(0, 8);
  return (
    <div className="grid items-start gap-4 xl:grid-cols-3">
      <FigureTable
        label="Reviews by version"
        title="Version"
        of={stats.by_version}
        nameOf={nameOf}
        figures={{
          Done: (one) => formatNumber(one.done),
          Agreed: (one) => share(one.agreement),
          Corrected: (one) => share(one.override_rate),
        }}
      />
      <FigureTable
        label="Reviews by reviewer"
        title="Reviewer"
        of={stats.by_reviewer}
        figures={{
          Done: (one) => formatNumber(one.done),
          Agreed: (one) => share(one.agreement),
          Median: (one) => formatDuration(one.median_seconds === null ? null : one.median_seconds * 1_000),
          'Too quick': (one) => formatNumber(one.hurried),
        }}
      />
      <FigureTable
        label="Corrections by field"
        title="Field"
        of={stats.by_field}
        figures={{ Corrected: (one) => formatNumber(one.corrected), Share: (one) => share(one.rate) }}
      />
    </div>
  );
}

type FigureTableProps<Figures> = {
  label: string;
  /** The title of the first column, and how it names a row. */
  title: string;
  nameOf?(key: string): string;
  of: Record<string, Figures>;
  figures: Record<string, (figures: NoInfer<Figures>) => string>;
};

function FigureTable<Figures>({ label, title, nameOf = String, of, figures }: FigureTableProps<Figures>) {
  const rows = Object.entries(of);
  if (rows.length === 0) return null;
  return (
    <DataTable
      label={label}
      rows={rows}
      rowKey={([key]) => key}
      columns={[
        { header: title, className: 'break-all', cell: ([key]) => nameOf(key) },
        ...Object.entries(figures).map(([header, text]) => ({
          header,
          numeric: true,
          cell: ([, one]: [string, Figures]) => text(one),
        })),
      ]}
    />
  );
}
