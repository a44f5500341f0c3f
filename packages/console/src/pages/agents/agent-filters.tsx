import { useNavigate, useSearch } from '@tanstack/react-router';
import { useRead } from '../../data/queries.ts';
import { keys } from '../../data/query-keys.ts';
import { Button } from '../../design/button.tsx';
import type { Ordering } from '../../design/data-table.tsx';
import { Select } from '../../design/select.tsx';
import { SearchField } from '../../lists/search-field.tsx';
import { errand } from '../../session/client.ts';
import type { AgentOrdering } from './agent-search.ts';

/** The usual orders. The titles of columns offer the others. */
const orderings: Partial<Record<AgentOrdering, string>> = {
  '-created_at': 'Newest first',
  name: 'By name',
  '-updated_at': 'Recently changed',
  '-most_recent_job': 'Recently run',
  '-job_count': 'Most jobs',
};

/** On a phone all of them fit in one row: the list does not move when the tags arrive after it. */
const NARROW = 'max-sm:w-auto! max-sm:min-w-0 max-sm:flex-1 max-sm:basis-24';

/** All filters are in the URL, so that Back and links restore them. */
export function AgentFilters({ ordering }: { ordering: Ordering & { value: AgentOrdering } }) {
  const search = useSearch({ from: '/shell/agents' });
  const navigate = useNavigate();
  const engines = useRead(keys.engines(), async (options) => (await errand.engines.list(options)).engines);
  const tags = useRead(keys.tags(), (options) => errand.tags.list(options));
  const change = (part: Partial<typeof search>) =>
    void navigate({ to: '.', search: { ...search, page: undefined, ...part }, replace: true });
  return (
    <search className="mb-4 flex flex-wrap items-center gap-2">
      <SearchField
        label="Search agents"
        placeholder="Search name, id, engine, tag…"
        name="search"
        className="sm:max-w-72"
      />
      <Select
        label="Engine"
        className={`w-48! ${NARROW}`}
        value={search.engine?.[0] ?? ''}
        onChange={(value) => change({ engine: value === '' ? undefined : [value] })}
        options={[
          { value: '', label: 'Every engine' },
          ...(engines.data ?? []).map((engine) => ({ value: engine.engine_class_id, label: engine.engine_name })),
        ]}
      />
      {(tags.data?.length ?? 0) > 0 && (
        <Select
          label="Tag"
          className={`w-40! ${NARROW}`}
          value={search.tag?.[0] ?? ''}
          onChange={(value) => change({ tag: value === '' ? undefined : [value] })}
          options={[
            { value: '', label: 'Every tag' },
            ...tags.data!.map((tag) => ({ value: tag.id, label: tag.name })),
          ]}
        />
      )}
      <Select
        label="Order"
        className={`w-40! ${NARROW}`}
        value={ordering.value}
        onChange={ordering.onChange}
        options={orderOptions(ordering.value)}
      />
      {(search.search || search.engine || search.tag) && (
        <Button variant="quiet" onClick={() => change({ search: undefined, engine: undefined, tag: undefined })}>
          Clear filters
        </Button>
      )}
    </search>
  );
}

/** Also has the order that a column's title chose. */
const orderOptions = (chosen: AgentOrdering) => {
  const known = Object.entries(orderings).map(([value, label]) => ({ value: value as AgentOrdering, label }));
  return chosen in orderings ? known : [...known, { value: chosen, label: 'By column' }];
};
