import type { Activity } from '@errand/sdk';
import { useNavigate } from '@tanstack/react-router';
import { useMemo } from 'react';
import { toSlots } from '../../charts/activity-slots.ts';
import { StackedBars } from '../../charts/stacked-bars.tsx';
import { DataTable } from '../../design/data-table.tsx';
import { formatCompact, formatCost, formatMoment } from '../../design/format.ts';

type JobsChartProps = { activity: Activity; onRange(from: string, to: string): void };

/** Shows jobs in four groups that can be told apart by colour. In-flight jobs are on the last bar. */
export function JobsChart({ activity, onRange }: JobsChartProps) {
  const navigate = useNavigate();
  const slots = useMemo(() => toSlots(activity), [activity]);
  const times = useMemo(() => slots.map(({ at }) => at / 1_000), [slots]);
  const series = useMemo(
    () => [
      { label: 'Succeeded', token: 'chart-succeeded', values: slots.map((slot) => slot.succeeded) },
      { label: 'Failed', token: 'chart-failed', values: slots.map((slot) => slot.failed) },
      { label: 'Cancelled', token: 'chart-cancelled', values: slots.map((slot) => slot.cancelled) },
      {
        label: 'In flight',
        token: 'chart-in-flight',
        values: slots.map((_slot, index) => (index === slots.length - 1 ? activity.totals.in_flight : 0)),
      },
    ],
    [slots, activity.totals.in_flight],
  );
  const open = (index: number): void => {
    const slot = slots[index];
    if (!slot) return;
    const from = new Date(slot.at).toISOString();
    const to = new Date(slot.at + activity.bucket_seconds * 1_000).toISOString();
    void navigate({ href: `/jobs?${new URLSearchParams({ from, to })}` });
  };
  return (
    <div className="flex flex-col gap-2">
      <StackedBars
        times={times}
        series={series}
        format={formatCompact}
        label="Jobs over time by outcome"
        onPick={open}
        onRange={(first, last) =>
          onRange(
            new Date(slots[first]!.at).toISOString(),
            new Date(slots[last]!.at + activity.bucket_seconds * 1_000).toISOString(),
          )
        }
      />
      {!activity.complete && (
        <p className="text-muted">Older jobs are still being counted. The numbers will be complete in a few minutes.</p>
      )}
      <details>
        <summary className="w-fit cursor-pointer text-muted">Show as a table</summary>
        <DataTable
          label="Jobs over time"
          className="mt-2 max-h-80"
          rows={slots}
          rowKey={(slot) => slot.at}
          columns={[
            { header: 'From', cell: (slot) => formatMoment(new Date(slot.at).toISOString()) },
            { header: 'Succeeded', numeric: true, cell: (slot) => slot.succeeded },
            { header: 'Failed', numeric: true, cell: (slot) => slot.failed },
            { header: 'Cancelled', numeric: true, cell: (slot) => slot.cancelled },
            { header: 'Cost', numeric: true, cell: (slot) => formatCost(slot.cost) },
          ]}
        />
      </details>
    </div>
  );
}
