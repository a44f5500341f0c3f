import { useNavigate } from '@tanstack/react-router';
import { reload } from '../../data/queries.ts';
import { keys } from '../../data/query-keys.ts';
import { EmptyState } from '../../design/empty-state.tsx';
import { EnabledBadge, OutcomeBadge } from '../../design/outcome-badge.tsx';
import { showToast } from '../../design/toast.ts';
import { RowLink } from '../../lists/links.tsx';
import { ListPage } from '../../lists/list-page.tsx';
import { useCreate } from '../../lists/use-create.tsx';
import { asTexts, useList } from '../../lists/use-list.ts';
import { errand } from '../../session/client.ts';
import { useAgents } from '../schedules/agent-select.tsx';
import { Target } from './target.tsx';
import { TriggerForm } from './trigger-form.tsx';

const kindWords = { http: 'HTTP request', agent: 'end of a job', storage: 'new object' };

export function TriggersPage() {
  const navigate = useNavigate();
  const agents = useAgents();
  const create = useCreate('Create trigger');
  const list = useList(keys.triggerLists(), (paging, options) => errand.triggers.list(asTexts(paging), options), {
    pageSize: 20,
    refetchInterval: 10_000,
  });
  return (
    <ListPage
      title="Triggers"
      description="Run an agent or send a case alert when something happens: one per event."
      actions={create.button}
      list={list}
      empty={
        <EmptyState
          title="No triggers yet"
          actions={create.button}
          command="errand triggers create Orders --agent Greeting --map 'name=${event.body.name}'"
        >
          A request to an address, the end of another agent’s job or a new object in storage starts an agent, or sends
          an alert to a case queue, with values from the event.
        </EmptyState>
      }
      columns={[
        { header: 'Name', cell: ({ id, name }) => <RowLink to={`/triggers/${id}`}>{name}</RowLink> },
        { header: 'State', cell: ({ enabled }) => <EnabledBadge enabled={enabled} /> },
        { header: 'Event', cell: ({ kind }) => kindWords[kind] },
        { header: 'Target', cell: (trigger) => <Target trigger={trigger} agents={agents} /> },
        { header: 'Last event', at: ({ last_run: run }) => run?.at },
        { header: 'Last outcome', cell: ({ last_run: run }) => (run ? <OutcomeBadge outcome={run.outcome} /> : '–') },
      ]}
    >
      {create.isOpen && (
        <TriggerForm
          onClose={create.close}
          onSaved={async ({ id }) => {
            showToast('Trigger created');
            await reload(keys.triggers());
            await navigate({ to: '/triggers/$id', params: { id } });
          }}
        />
      )}
    </ListPage>
  );
}
