import type { JobFacets as Facets, FacetValue } from '@errand/sdk';
import { keepPreviousData } from '@tanstack/react-query';
import { useRead } from '../../data/queries.ts';
import { keys } from '../../data/query-keys.ts';
import { ErrorCard } from '../../design/error-card.tsx';
import { formatCompact, formatMoment, formatNumber } from '../../design/format.ts';
import { stateWords } from '../../design/status-word.ts';
import { errand } from '../../session/client.ts';
import { type JobSearch, reviewChoices, toJobFilter } from './job-search.ts';

type JobFacetsProps = { search: JobSearch; onChange(search: JobSearch): void };

const titles = { status: 'Status', agent: 'Agent', version: 'Version', verdict: 'Verdict', review: 'Review' } as const;
type FacetName = keyof typeof titles;
const SHOWN_MAX = 8;

/** Shows how the listed jobs are distributed. A click on a value filters by it, another click removes the filter. */
export function JobFacets({ search, onChange }: JobFacetsProps) {
  const facets = useRead(
    keys.jobFacets(search),
    (options) => errand.jobs.facets(toJobFilter(search, Date.now()), options),
    { placeholderData: keepPreviousData, staleTime: 10_000 },
  );
  if (facets.isError) return <ErrorCard error={facets.error} onRetry={() => void facets.refetch()} />;
  const { data } = facets;
  if (data === undefined || data.counted === 0) return null;
  const names = (Object.keys(titles) as FacetName[]).filter((name) => valuesOf(data, name).length > 0);
  return (
    <section aria-label="Breakdown" className="mt-4 border-t border-border pt-3">
      <div className="grid grid-cols-1 gap-x-4 gap-y-3 sm:grid-cols-2 lg:grid-cols-5">
        {names.map((name) => (
          <FacetList key={name} name={name} facets={data} search={search} onChange={onChange} />
        ))}
      </div>
      <p className="mt-2 text-xs text-muted">
        {data.counted === 1 ? 'The only matching job' : `Of ${formatNumber(data.counted)} matching jobs`}
        {data.searched_to === null ? '' : `, back to ${formatMoment(data.searched_to)}; older ones are not counted`}.
      </p>
    </section>
  );
}

type FacetListProps = JobFacetsProps & { name: FacetName; facets: Facets };

function FacetList({ name, facets, search, onChange }: FacetListProps) {
  return (
    <div role="group" aria-label={titles[name]} className="min-w-0">
      <h3 className="mb-1 text-xs font-medium text-muted">{titles[name]}</h3>
      <ul>
        {valuesOf(facets, name)
          .slice(0, SHOWN_MAX)
          .map((facet) => {
            const { word, label } = wordsOf(name, facet);
            const chosen = search[name]?.split(',') ?? [];
            const isChosen = chosen.includes(word);
            return (
              <li key={facet.value}>
                <button
                  type="button"
                  aria-pressed={isChosen}
                  onClick={() => onChange({ ...search, [name]: isChosen ? undefined : word })}
                  className="relative flex min-h-6 w-full items-center justify-between gap-2 rounded-sm px-1.5 text-left hover:bg-hover aria-pressed:bg-accent-soft aria-pressed:text-accent"
                >
                  <span
                    aria-hidden
                    className="absolute inset-y-0.5 left-0 rounded-sm bg-chart-first opacity-15"
                    style={{ width: `${(facet.count / facets.counted) * 100}%` }}
                  />
                  <bdi className="truncate">{label}</bdi>
                  <span className="shrink-0 text-muted tabular-nums">{formatCompact(facet.count)}</span>
                </button>
              </li>
            );
          })}
      </ul>
      {valuesOf(facets, name).length > SHOWN_MAX && (
        <p className="px-1.5 text-xs text-muted">The {SHOWN_MAX} most frequent; a query finds the others.</p>
      )}
    </div>
  );
}

/** The facet of the status has the states as people see them. */
const valuesOf = (facets: Facets, name: FacetName): FacetValue[] => facets[name === 'status' ? 'display_status' : name];

/** Returns the value's form in the URL and its label. */
function wordsOf(name: FacetName, { value, label }: FacetValue): { word: string; label: string } {
  if (name === 'status') return { word: value, label: stateWords[value as keyof typeof stateWords] ?? value };
  if (name === 'review') return { word: value, label: reviewChoices[value as keyof typeof reviewChoices] ?? value };
  return { word: value, label };
}
