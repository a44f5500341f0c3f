import { Link, useSearch } from '@tanstack/react-router';
import { Plus } from 'lucide-react';
import { useActivity } from '../../activity.ts';
import { keys } from '../../data/query-keys.ts';
import { buttonClass } from '../../design/button.tsx';
import { EmptyState } from '../../design/empty-state.tsx';
import { formatNumber } from '../../design/format.ts';
import { ListPage } from '../../lists/list-page.tsx';
import { useList } from '../../lists/use-list.ts';
import { useOrdering } from '../../lists/use-ordering.ts';
import { useAccess } from '../../session/access.ts';
import { errand } from '../../session/client.ts';
import { agentColumns } from './agent-columns.tsx';
import { AgentFilters } from './agent-filters.tsx';
import type { AgentOrdering } from './agent-search.ts';

export function AgentsPage() {
  const { search, engine, tag } = useSearch({ from: '/shell/agents' });
  const { can } = useAccess();
  const ordering = useOrdering<AgentOrdering>('-created_at');
  const filter = { search, engine_class_id: engine, tags: tag, ordering: ordering.value };
  const list = useList(keys.agentList(filter), (paging, options) =>
    errand.agents.list({ ...filter, ...paging }, options),
  );
  const activity = useActivity({ hours: 24 });
  const isFiltered = Boolean(search || engine || tag);
  const { data } = list.query;
  const create = (label: string, icon = false) =>
    can('member') && (
      <Link to="/agents/new" className={buttonClass('primary')}>
        {icon && <Plus size={14} aria-hidden />} {label}
      </Link>
    );
  return (
    <ListPage
      title="Agents"
      description={data && `${formatNumber(data.count)} ${isFiltered ? 'found' : 'in this organization'}`}
      actions={create('New agent', true)}
      filters={<AgentFilters ordering={ordering} />}
      list={list}
      ordering={ordering}
      columns={agentColumns(activity.data, can('member'))}
      empty={
        isFiltered ? (
          <EmptyState title="No matching agents">
            Remove a filter, or search for part of a name, an id or an engine.
          </EmptyState>
        ) : (
          <EmptyState
            title="No agents yet"
            actions={create('Create the first one')}
            command={
              'errand agents create Greeting --engine-class TemplateEngine --engine-config \'{"template": "Dear ${name}"}\''
            }
          >
            An agent is an engine with its configuration and inputs. Each change creates a new version; any version can
            be run.
          </EmptyState>
        )
      }
    />
  );
}
