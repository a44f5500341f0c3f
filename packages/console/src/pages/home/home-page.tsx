import { Link, useSearch } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { useActivity } from '../../activity.ts';
import { Card } from '../../design/card.tsx';
import { formatCompact, formatCost, formatDuration, formatPercent } from '../../design/format.ts';
import { PageHeader } from '../../design/page-header.tsx';
import { QueryView } from '../../design/query-view.tsx';
import { Skeleton } from '../../design/skeleton.tsx';
import { Attention } from './attention.tsx';
import { Checklist } from './checklist.tsx';
import { KeyFigure } from './key-figure.tsx';
import { rangeInfo, ranges } from './range.ts';
import { RecentJobs } from './recent-jobs.tsx';

const JobsChart = lazy(async () => ({ default: (await import('./jobs-chart.tsx')).JobsChart }));

export function HomePage() {
  const { range = '24h' } = useSearch({ from: '/shell/' });
  const { hours, bucketSeconds, label } = rangeInfo[range];
  const activity = useActivity({ hours, bucket_seconds: bucketSeconds });
  return (
    <>
      <PageHeader
        title="Home"
        actions={
          <nav aria-label="Time range" className="flex gap-1">
            {ranges.map((one) => (
              <Link
                key={one}
                to="/"
                search={one === '24h' ? {} : { range: one }}
                activeOptions={{ exact: true }}
                className="h-7 rounded-sm px-2.5 leading-7 font-medium text-muted hover:bg-hover aria-[current=page]:bg-accent-soft aria-[current=page]:text-accent"
              >
                {rangeInfo[one].label}
              </Link>
            ))}
          </nav>
        }
      />
      <div className="flex flex-col gap-5">
        <Checklist />
        <QueryView query={activity}>
          {(data) => {
            const { totals } = data;
            const ended = totals.succeeded + totals.failed;
            return (
              <>
                <div className="grid grid-cols-2 gap-3 md:grid-cols-3 xl:grid-cols-6">
                  <KeyFigure label="Jobs ended" value={formatCompact(ended + totals.cancelled)} to="/jobs" />
                  <KeyFigure
                    label="Succeeded"
                    value={formatPercent(totals.succeeded, ended)}
                    note={`${formatCompact(totals.failed)} failed`}
                    to="/jobs?status=failure"
                  />
                  <KeyFigure label="Median time" value={formatDuration(totals.p50_ms)} />
                  <KeyFigure label="95 % within" value={formatDuration(totals.p95_ms)} />
                  <KeyFigure label="Cost" value={formatCost(totals.cost)} to="/usage" />
                  <KeyFigure
                    label="In flight now"
                    value={formatCompact(totals.in_flight)}
                    to="/jobs?status=pending,started,retry"
                  />
                </div>
                <Card title={`Jobs over ${label}`}>
                  <Suspense fallback={<Skeleton rows={5} />}>
                    <JobsChart activity={data} />
                  </Suspense>
                </Card>
                <div className="grid items-start gap-5 xl:grid-cols-2">
                  <Attention activity={data} />
                  <RecentJobs />
                </div>
              </>
            );
          }}
        </QueryView>
      </div>
    </>
  );
}
