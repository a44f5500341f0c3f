import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { Plus } from 'lucide-react';
import { useActivity } from '../../activity.ts';
import { keys } from '../../data/query-keys.ts';
import { buttonClass } from '../../design/button.tsx';
import { EmptyState } from '../../design/empty-state.tsx';
import { formatNumber } from '../../design/format.ts';
import { PageHeader } from '../../design/page-header.tsx';
import { Pager } from '../../design/pager.tsx';
import { QueryView } from '../../design/query-view.tsx';
import { useAccess } from '../../session/access.ts';
import { errand } from '../../session/client.ts';
import { AgentFilters } from './agent-filters.tsx';
import { AgentTable } from './agent-table.tsx';

const PAGE_SIZE = 25;

export function AgentsPage() {
  const search = useSearch({ from: '/shell/agents' });
  const navigate = useNavigate();
  const { can } = useAccess();
  const filter = {
    search: search.search,
    engine_class_id: search.engine,
    tags: search.tag,
    ordering: search.ordering ?? '-created_at',
    page: search.page ?? 1,
    page_size: PAGE_SIZE,
  };
  const agents = useQuery({
    queryKey: keys.agentList(filter),
    queryFn: ({ signal }) => errand.agents.list(filter, { signal }),
    placeholderData: (previous) => previous,
  });
  const activity = useActivity({ hours: 24 });
  const isFiltered = Boolean(search.search || search.engine || search.tag);
  return (
    <>
      <PageHeader
        title="Agents"
        description={
          agents.data && `${formatNumber(agents.data.count)} ${isFiltered ? 'found' : 'in this organization'}`
        }
        actions={
          can('member') && (
            <Link to="/agents/new" className={buttonClass('primary')}>
              <Plus size={14} aria-hidden /> New agent
            </Link>
          )
        }
      />
      <AgentFilters />
      <QueryView query={agents}>
        {({ results, count }) =>
          results.length > 0 ? (
            <>
              <AgentTable agents={results} activity={activity.data} />
              <Pager
                page={filter.page}
                pageSize={PAGE_SIZE}
                count={count}
                onPage={(page) => void navigate({ to: '.', search: { ...search, page } })}
              />
            </>
          ) : isFiltered ? (
            <EmptyState title="No matching agents">
              Remove a filter, or search for part of a name, an id or an engine.
            </EmptyState>
          ) : (
            <EmptyState
              title="No agents yet"
              actions={
                can('member') && (
                  <Link to="/agents/new" className={buttonClass('primary')}>
                    Create the first one
                  </Link>
                )
              }
            >
              An agent is an engine with its configuration and inputs. Each change creates a new version; any version
              can be run.
            </EmptyState>
          )
        }
      </QueryView>
    </>
  );
}
