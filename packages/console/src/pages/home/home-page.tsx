import { useNavigate, useSearch } from '@tanstack/react-router';
import { lazy, Suspense, useEffect, useRef } from 'react';
import { useActivity } from '../../activity.ts';
import { reload, useRead } from '../../data/queries.ts';
import { keys } from '../../data/query-keys.ts';
import { Card } from '../../design/card.tsx';
import { formatMoment } from '../../design/format.ts';
import { PageHeader } from '../../design/page-header.tsx';
import { QueryView } from '../../design/query-view.tsx';
import { Skeleton } from '../../design/skeleton.tsx';
import { useAccess } from '../../session/access.ts';
import { errand } from '../../session/client.ts';
import { Attention, useOpenPromotions } from './attention.tsx';
import { Checklist, useChecklistPending, useChecklistShown } from './checklist.tsx';
import { DemoCard } from './demo-card.tsx';
import { KeyFigures } from './key-figures.tsx';
import { rangeInfo, toFilter, toFilterBefore } from './range.ts';
import { RangePicker } from './range-picker.tsx';
import { RecentJobs, useRecentJobs } from './recent-jobs.tsx';
import { useDemo } from './use-demo.ts';

const JobsChart = lazy(async () => ({ default: (await import('./jobs-chart.tsx')).JobsChart }));

export function HomePage() {
  const search = useSearch({ from: '/shell/' });
  const navigate = useNavigate();
  const activity = useActivity(toFilter(search));
  const { can } = useAccess();
  const demo = useDemo();
  const hasDemo = typeof demo.data?.created_at === 'string';
  const jobs = useRecentJobs();
  useRenewed(jobs.data?.results.map(({ id, status_code: code }) => `${id} ${code}`).join());
  const isFirstVisit = jobs.data?.results.length === 0;
  // As long as the first steps are there, so is the demo; afterwards the palette and Settings have it.
  const isOffered = useChecklistShown();
  // What needs attention stands above the rest, which must not move when it comes.
  const promotions = useOpenPromotions();
  const isWaiting =
    useChecklistPending() || activity.isPending || demo.isPending || jobs.isPending || promotions.isPending;
  const before = useRead(
    [...keys.activity(toFilter(search)), 'before'],
    (options) => errand.activity.get(toFilterBefore(search), options),
    { staleTime: 60_000 },
  );
  const time =
    search.from !== undefined && search.to !== undefined
      ? `from ${formatMoment(search.from)} to ${formatMoment(search.to)}`
      : `over ${rangeInfo[search.range ?? '24h'].label}`;
  return (
    <>
      <PageHeader title="Home" actions={<RangePicker />} />
      {isWaiting && !activity.isError ? (
        <Skeleton rows={12} />
      ) : (
        <div className="flex flex-col gap-5">
          {can('member') && (hasDemo || isOffered) && <DemoCard exists={hasDemo} isFirstVisit={isFirstVisit} />}
          <Checklist />
          <QueryView query={activity}>
            {(data) => (
              <>
                <KeyFigures now={data} before={before.data?.totals} />
                {/* On phones the first job comes before what is still being read, which would push it down. */}
                <div className="grid grid-cols-1 items-start gap-5 lg:grid-cols-2">
                  <div className="min-w-0 lg:order-last">
                    <RecentJobs />
                  </div>
                  <div className="flex min-w-0 flex-col gap-5">
                    <Attention activity={data} />
                    <Card title={`Jobs ${time}`}>
                      <Suspense fallback={<Skeleton rows={5} className="h-78" />}>
                        <JobsChart
                          activity={data}
                          onRange={(from, to) => void navigate({ to: '/', search: { from, to } })}
                        />
                      </Suspense>
                    </Card>
                  </div>
                </div>
              </>
            )}
          </QueryView>
        </div>
      )}
    </>
  );
}

/** Reads the figures again when the list of recent jobs changes, so that they are never behind it. */
function useRenewed(recent: string | undefined): void {
  const seen = useRef(recent);
  useEffect(() => {
    if (seen.current !== undefined && seen.current !== recent) void reload(keys.activities());
    seen.current = recent;
  }, [recent]);
}
