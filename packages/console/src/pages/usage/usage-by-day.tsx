import { useState } from 'react';
import { StackedBars } from '../../charts/stacked-bars.tsx';
import { Card } from '../../design/card.tsx';
import { DataTable } from '../../design/data-table.tsx';
import { formatCost, formatNumber } from '../../design/format.ts';
import { Select } from '../../design/select.tsx';
import type { UsageSums } from './sum-usage.ts';

const kinds = { costs: 'Cost', jobs: 'Jobs' } as const;
type Kind = keyof typeof kinds;

/** Shows bars by agent, and the same numbers as a table. */
export function UsageByDay({ sums }: { sums: UsageSums }) {
  const [kind, setKind] = useState<Kind>(sums.total.cost > 0 ? 'costs' : 'jobs');
  const format = kind === 'costs' ? formatCost : formatNumber;
  const series = sums[kind];
  const days = sums.times
    .map((time, index) => ({ time, values: series.map(({ values }) => values[index] ?? 0) }))
    .filter(({ values }) => values.some((value) => value > 0))
    .reverse();
  const total = kind === 'costs' ? formatCost(sums.total.cost) : `${formatNumber(sums.total.jobs)} jobs`;
  return (
    <Card
      title="By day"
      actions={
        <Select
          label="What the bars show"
          className="w-28!"
          value={kind}
          options={Object.entries(kinds).map(([value, label]) => ({ value: value as Kind, label }))}
          onChange={setKind}
        />
      }
    >
      <StackedBars
        times={sums.times}
        series={series}
        format={format}
        label={`${kinds[kind]} by day and agent, ${total} in all. The numbers are in the table below.`}
      />
      <details className="mt-3">
        <summary className="w-fit cursor-pointer text-muted">Show as a table</summary>
        <DataTable
          label={`${kinds[kind]} by day`}
          className="mt-2 max-h-96 overflow-y-auto"
          stickyHead
          rows={days}
          rowKey={({ time }) => time}
          columns={[
            { header: 'Day (UTC)', cell: ({ time }) => new Date(time * 1_000).toISOString().slice(0, 10) },
            ...series.map(({ label }, index) => ({
              header: label,
              numeric: true,
              cell: ({ values }: (typeof days)[number]) => format(values[index] ?? 0),
            })),
            {
              header: 'All',
              numeric: true,
              className: 'font-medium',
              cell: ({ values }) => format(values.reduce((sum, value) => sum + value, 0)),
            },
          ]}
        />
      </details>
    </Card>
  );
}
