import type { CaseFacets, CaseFigures } from '@errand/sdk';
import { Link, useSearch } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useRead } from '../../data/queries.ts';
import { keys } from '../../data/query-keys.ts';
import { formatNumber } from '../../design/format.ts';
import { errand } from '../../session/client.ts';
import { TO_APPROVE } from '../../session/waiting.ts';
import type { readCaseSearch } from './case-search.ts';

type Count = (
  facets: CaseFacets,
  figures: CaseFigures | undefined,
  toApprove: number | undefined,
) => number | undefined;
type Search = ReturnType<typeof readCaseSearch>;

const NOT_CLOSED = 'state:open,in_review,waiting,escalated';
const groups: { label: string; search: Search; count?: Count }[] = [
  { label: 'All cases', search: {} },
  { label: 'Mine', search: { q: `${NOT_CLOSED} assignee:me`, ordering: 'due' } },
  {
    label: 'With nobody',
    search: { q: `${NOT_CLOSED} assignee:none`, ordering: 'due' },
    count: (_, figures) => figures && (figures.load.find(({ user_id: id }) => id === null)?.open ?? 0),
  },
  {
    label: 'Overdue',
    search: { due: 'overdue', ordering: 'due' },
    count: ({ due }) => countOf(due, 'overdue'),
  },
  { label: 'Due in a day', search: { q: 'due:<24h', ordering: 'due' } },
  { label: 'To approve', search: TO_APPROVE, count: (_, __, toApprove) => toApprove },
  ...(
    [
      ['Escalated', 'escalated'],
      ['Waiting', 'waiting'],
      ['In review', 'in_review'],
      ['Open', 'open'],
      ['Closed', 'closed'],
    ] as const
  ).map(([label, state]) => ({
    label,
    search: state === 'closed' ? { state } : { state, ordering: 'due' as const },
    count: ({ state: counts }: CaseFacets) => countOf(counts, state),
  })),
];

const countOf = (facet: readonly { value: string; count: number }[], wanted: string): number =>
  facet.find(({ value }) => value === wanted)?.count ?? 0;

/** Groups of cases, and how many everybody has. */
export function CaseGroups() {
  const { queue, page: _page, ...current } = useSearch({ from: '/shell/cases' });
  const { data: figures } = useRead(
    keys.caseFigures({ queue }),
    (options) => errand.caseRecords.figures({ queue }, options),
    { refetchInterval: 60_000, staleTime: 30_000 },
  );
  const { data: facets } = useRead(
    keys.caseCounts({ queue }),
    (options) => errand.caseDesk.facets({ queue }, options),
    { refetchInterval: 30_000, staleTime: 10_000 },
  );
  const { data: toApprove } = useRead(
    keys.caseList({ ...TO_APPROVE, queue, count: true }),
    (options) => errand.caseDesk.list({ ...TO_APPROVE, queue, page_size: 1 }, options),
    { refetchInterval: 30_000, staleTime: 10_000, select: ({ count }) => count },
  );
  const people = (figures?.load ?? []).filter(({ user_id: id, open }) => id !== null && open > 0);
  return (
    <nav aria-label="Groups of cases" className="flex min-w-0 flex-col gap-4 in-data-[panel=open]:hidden">
      <ul className="flex gap-px overflow-x-auto xl:flex-col">
        {groups.map(({ label, search, count }) => (
          <li key={label} className="shrink-0">
            <GroupLink search={{ ...search, queue }} isCurrent={isSame(search, current)}>
              <span>{label}</span>
              {count && facets && <Count value={count(facets, figures, toApprove)} isBad={label === 'Overdue'} />}
            </GroupLink>
          </li>
        ))}
      </ul>
      {people.length > 0 && (
        <section aria-label="Load per person" className="max-xl:hidden">
          <h2 className="px-2 pb-1 font-medium text-muted text-xs">Load per person</h2>
          <ul className="flex flex-col gap-px">
            {people.slice(0, 12).map(({ user_id: id, email, open, overdue }) => (
              <li key={id}>
                <GroupLink
                  search={{ assignee: String(id), ordering: 'due', queue }}
                  isCurrent={current.assignee === String(id)}
                >
                  <bdi className="truncate" title={email ?? ''}>
                    {email?.split('@')[0]}
                  </bdi>
                  <span className="flex gap-1.5">
                    {overdue > 0 && <Count value={overdue} isBad />}
                    <Count value={open} />
                  </span>
                </GroupLink>
              </li>
            ))}
          </ul>
        </section>
      )}
    </nav>
  );
}

type GroupLinkProps = { search: Search; isCurrent: boolean; children: ReactNode };

const GroupLink = ({ search, isCurrent, children }: GroupLinkProps) => (
  <Link
    to="/cases"
    search={search as never}
    // The router marks a link whose search is the address as it is, in its own word.
    activeOptions={{ exact: true }}
    aria-current={isCurrent ? 'true' : undefined}
    className="flex h-7 items-center justify-between gap-3 rounded-sm px-2 whitespace-nowrap text-muted hover:bg-hover hover:text-text aria-[current]:bg-accent-soft aria-[current]:font-medium aria-[current]:text-text"
  >
    {children}
  </Link>
);

const Count = ({ value, isBad = false }: { value: number | undefined; isBad?: boolean }) =>
  value !== undefined && (
    <span className={isBad && value > 0 ? 'text-danger tabular-nums' : 'tabular-nums'}>
      {formatNumber(value)}
      {isBad && <span className="sr-only"> overdue</span>}
    </span>
  );

/** Whether the address shows this group, however it is ordered. */
const isSame = (group: Search, current: Search): boolean =>
  (['q', 'state', 'assignee', 'due'] as const).every((name) => group[name] === current[name]);
