import { type AnyJob, ErrandError } from '@errand/sdk';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { ArrowUp } from 'lucide-react';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { queryClient } from '../../data/query-client.ts';
import { keys } from '../../data/query-keys.ts';
import { useReturning } from '../../data/returning.ts';
import { Button, buttonClass } from '../../design/button.tsx';
import { cx } from '../../design/cx.ts';
import { EmptyState } from '../../design/empty-state.tsx';
import { ErrorCard } from '../../design/error-card.tsx';
import { formatMoment, formatNumber } from '../../design/format.ts';
import { PageHeader } from '../../design/page-header.tsx';
import { counted, plural } from '../../design/plural.ts';
import { Skeleton } from '../../design/skeleton.tsx';
import { useAccess } from '../../session/access.ts';
import { allAgents } from '../../session/all-agents.ts';
import { BulkBar } from './bulk-bar.tsx';
import { ExportButton } from './export-button.tsx';
import { JobFilterBar } from './job-filter-bar.tsx';
import { JobPeek } from './job-peek.tsx';
import { JobPulse } from './job-pulse.tsx';
import { columnsOf, isFiltered, type JobSearch, sortOf } from './job-search.ts';
import { JobViews } from './job-views.tsx';
import { JobsTable } from './jobs-table.tsx';
import { addTerm, nextSort, sortByColumn } from './list-words.ts';
import { useFreshRows, useJobList, useNewJobs } from './use-job-list.ts';
import { useListKeys } from './use-list-keys.ts';

export function JobsPage() {
  const { peek, ...search } = useSearch({ from: '/shell/jobs' });
  const navigate = useNavigate({ from: '/jobs' });
  const { can } = useAccess();
  const agents = useQuery(allAgents());
  const { list, jobs: loaded } = useJobList(search);
  const sort = sortOf(search);
  const jobs = useMemo(() => sortByColumn(loaded, sort), [loaded, sort]);
  const [visible, setVisible] = useState<[number, number]>([0, -1]);
  const onVisible = useCallback((first: number, last: number) => setVisible([first, last]), []);
  const selection = useSelection(jobs);
  const filterInput = useRef<HTMLInputElement>(null);
  const onPeek = (id: string | undefined) =>
    void navigate({ search: { ...search, ...(id && { peek: id }) }, replace: true, resetScroll: false });
  const walk = useListKeys(jobs, {
    filterInput,
    onToggle: (id) => selection.toggle(id),
    onClear: selection.clear,
    peeked: peek,
    onPeek,
  });

  useFreshRows(search, jobs.slice(visible[0], visible[1] + 1));
  const fresh = useNewJobs(search, loaded[0]?.id, list.isSuccess);
  const isSorting = sort !== undefined && loaded.length < SORTED_MAX && list.hasNextPage;
  useLoadMore(list, visible[1] >= jobs.length - 10 || isSorting);

  const change = (next: JobSearch) => {
    selection.clear();
    void navigate({ search: next });
  };
  const problem = list.error instanceof ErrandError ? list.error.fields.q?.join(' ') : undefined;
  const searchedTo = list.data?.pages.at(-1)?.searched_to ?? null;
  return (
    <>
      <JobsHeader search={search} total={list.data?.pages[0]?.total ?? null} />
      <JobViews search={search} />
      <JobFilterBar
        search={search}
        agents={agents.data ?? []}
        onChange={change}
        input={filterInput}
        problem={problem}
      />
      <div className="relative mb-3">
        <JobPulse search={search} onChange={change} />
        <FreshJobs count={fresh} search={search} />
      </div>
      {list.isError && problem === undefined && <ErrorCard error={list.error} onRetry={() => void list.refetch()} />}
      {list.isPending && <Skeleton rows={12} />}
      {list.isSuccess && jobs.length === 0 && !list.hasNextPage && (
        <NoJobs filtered={isFiltered(search)} onClear={() => change({})} />
      )}
      {jobs.length > 0 && (
        <JobsTable
          jobs={jobs}
          paths={columnsOf(search)}
          sort={sort}
          onSort={(path) => change({ ...search, sort: nextSort(sort, path) })}
          onFilter={(field, value, isExcluded) =>
            change({ ...search, q: addTerm(search.q, field, value, isExcluded) || undefined })
          }
          selected={selection.ids}
          onSelect={selection.select}
          onSelectAll={selection.selectAll}
          active={walk.active}
          onActive={walk.goTo}
          onVisible={onVisible}
          onPeek={walk.peek}
        />
      )}
      {list.isSuccess && (
        <p role="status" className="mt-3 text-center text-muted">
          {footer(jobs.length, list.hasNextPage, searchedTo)}
          {sort !== undefined && jobs.length > 0 && ` ${sortedWords(jobs.length, list.hasNextPage)}`}
        </p>
      )}
      {peek !== undefined && (
        <JobPeek
          key={peek}
          id={peek}
          agentName={jobs.find(({ id }) => id === peek)?.agent_name}
          onClose={() => onPeek(undefined)}
        />
      )}
      {selection.jobs.length > 0 && can('member') && (
        <BulkBar
          search={search}
          selected={selection.jobs}
          allMatching={selection.allMatching}
          onAllMatching={selection.setAllMatching}
          onClear={selection.clear}
        />
      )}
    </>
  );
}

/** Placed beside the text below the strip, so that it moves nothing. */
function FreshJobs({ count, search }: { count: number; search: JobSearch }) {
  const showNew = async () => {
    scrollTo({ top: 0 });
    await queryClient.resetQueries({ queryKey: keys.allJobs(search), exact: true });
  };
  return (
    <div role="status" className="absolute right-0 bottom-0">
      {count > 0 && (
        <Button size="sm" icon={<ArrowUp size={12} aria-hidden />} onClick={() => void showNew()}>
          {count >= 100 ? 'More than 99' : count} new {plural(count, 'job')}
        </Button>
      )}
    </div>
  );
}

function JobsHeader({ search, total }: { search: JobSearch; total: number | null }) {
  const { can } = useAccess();
  return (
    <PageHeader
      title="Jobs"
      description={
        <span className="max-sm:hidden">
          {total === null ? 'Every run of every agent, newest first.' : `${counted(total, 'job')}, newest first.`}
        </span>
      }
      actions={
        <>
          <Link to="/jobs/errors" className={cx(buttonClass('quiet'), 'max-sm:hidden')}>
            Errors
          </Link>
          <Link to="/jobs/bulk" className={cx(buttonClass('quiet'), 'max-sm:hidden')}>
            Bulk actions
          </Link>
          {can('member') && <ExportButton search={search} />}
          {can('member') && <RunLink />}
        </>
      }
    />
  );
}

function footer(loaded: number, hasMore: boolean, searchedTo: string | null): string {
  if (searchedTo !== null) return `Searched back to ${formatMoment(searchedTo)}; looking further…`;
  if (hasMore) return `${formatNumber(loaded)} jobs loaded; scroll for older ones.`;
  return loaded === 0 ? '' : `${counted(loaded, 'job')} in all.`;
}

/** To sort by a column, this many of the newest matching jobs are loaded at once. */
const SORTED_MAX = 1_000;

function sortedWords(loaded: number, hasMore: boolean): string {
  if (!hasMore) return 'All of them are sorted.';
  if (loaded < SORTED_MAX) return `Sorted so far: the newest ${formatNumber(loaded)}; loading more…`;
  return `Sorted: only the newest ${formatNumber(loaded)} that match. Narrow the filters to sort all.`;
}

const RunLink = () => (
  <Link to="/run" className={buttonClass('primary')}>
    Run an agent
  </Link>
);

function NoJobs({ filtered, onClear }: { filtered: boolean; onClear(): void }) {
  const { can } = useAccess();
  if (filtered) {
    return (
      <EmptyState title="No jobs match these filters" actions={<Button onClick={onClear}>Clear all filters</Button>}>
        Remove a filter, or choose a longer period.
      </EmptyState>
    );
  }
  return (
    <EmptyState title="No jobs yet" actions={can('member') && <RunLink />} command="errand run Greeting name=Ada">
      Every run becomes a job here, whether started from this console, the API or SQL.
    </EmptyState>
  );
}

/** Loads more while the end of the list is near, and after a page without matches. */
function useLoadMore(list: ReturnType<typeof useJobList>['list'], isNear: boolean): void {
  const { hasNextPage, isFetching, isError, fetchNextPage } = list;
  useEffect(() => {
    if (isNear && hasNextPage && !isFetching && !isError) void fetchNextPage();
  }, [isNear, hasNextPage, isFetching, isError, fetchNextPage]);
}

const NONE: ReadonlySet<string> = new Set();

/** What is selected is still so when the user comes back from a job. */
function useSelection(jobs: AnyJob[]) {
  const [ids, setIds] = useReturning<ReadonlySet<string>>('jobs selected', NONE);
  const [allMatching, setAllMatching] = useReturning('all jobs selected', false);
  const last = useRef<string>(undefined);
  const select = (id: string, selected: boolean, withRange: boolean) => {
    const from = withRange ? jobs.findIndex((job) => job.id === last.current) : -1;
    const to = jobs.findIndex((job) => job.id === id);
    const range = from < 0 ? [id] : jobs.slice(Math.min(from, to), Math.max(from, to) + 1).map((job) => job.id);
    last.current = id;
    setAllMatching(false);
    setIds((before) => {
      const next = new Set(before);
      for (const one of range) selected ? next.add(one) : next.delete(one);
      return next;
    });
  };
  return {
    ids,
    jobs: jobs.filter((job) => ids.has(job.id)),
    allMatching,
    setAllMatching,
    select,
    toggle: (id: string) => select(id, !ids.has(id), false),
    selectAll: (selected: boolean) => setIds(new Set(selected ? jobs.map((job) => job.id) : [])),
    clear: () => {
      setIds(NONE);
      setAllMatching(false);
    },
  };
}
