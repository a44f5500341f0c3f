import type { Trigger } from '@errand/sdk';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate, useParams } from '@tanstack/react-router';
import { Ellipsis } from 'lucide-react';
import { useState } from 'react';
import { keys } from '../../data/query-keys.ts';
import { Button, IconButton } from '../../design/button.tsx';
import { CopyButton } from '../../design/copy.tsx';
import { ConfirmDialog } from '../../design/dialog.tsx';
import { ErrorCard } from '../../design/error-card.tsx';
import { JsonView } from '../../design/json-view.tsx';
import { Menu } from '../../design/menu.tsx';
import { EnabledBadge } from '../../design/outcome-badge.tsx';
import { PageHeader } from '../../design/page-header.tsx';
import { Skeleton } from '../../design/skeleton.tsx';
import { Tabs } from '../../design/tabs.tsx';
import { showError, showToast } from '../../design/toast.tsx';
import { useAccess } from '../../session/access.ts';
import { errand } from '../../session/client.ts';
import { agentName, useAgents } from '../schedules/agent-select.tsx';
import { EventList } from './event-list.tsx';
import { TestEvent } from './test-event.tsx';
import { TriggerForm } from './trigger-form.tsx';

export function TriggerPage() {
  const { id } = useParams({ from: '/shell/triggers/$id' });
  const trigger = useQuery({
    queryKey: keys.trigger(id),
    queryFn: ({ signal }) => errand.triggers.get(id, { signal }),
    refetchInterval: 5_000,
  });
  // The header has agents' names, which should not change while the user reads.
  const isNamed = useAgents() !== undefined;
  if (trigger.data && isNamed) return <TriggerView key={id} trigger={trigger.data} />;
  return (
    <>
      <PageHeader title="Trigger" id={id} crumbs={[{ label: 'Triggers', to: '/triggers' }]} />
      {trigger.isError ? <ErrorCard error={trigger.error} onRetry={() => void trigger.refetch()} /> : <Skeleton />}
    </>
  );
}

type Part = 'events' | 'test' | 'mapping';

function TriggerView({ trigger }: { trigger: Trigger }) {
  const { id } = trigger;
  const queryClient = useQueryClient();
  const { can } = useAccess();
  const [part, setPart] = useState<Part>('events');
  const [asking, setAsking] = useState<'edit' | 'rotate' | 'delete'>();
  const reload = () => queryClient.invalidateQueries({ queryKey: keys.triggers() });
  const toggle = useMutation({
    mutationFn: (enabled: boolean) => errand.triggers.update(id, { enabled }),
    onSuccess: async (changed) => {
      showToast(changed.enabled ? 'Switched on' : 'Switched off', { undo: () => toggle.mutate(!changed.enabled) });
      await reload();
    },
  });
  return (
    <>
      <PageHeader
        title={trigger.name}
        id={id}
        crumbs={[{ label: 'Triggers', to: '/triggers' }]}
        badge={<EnabledBadge enabled={trigger.enabled} />}
        description={<Source trigger={trigger} />}
        actions={
          can('member') && (
            <>
              <Button busy={toggle.isPending} onClick={() => toggle.mutate(!trigger.enabled)}>
                {trigger.enabled ? 'Switch off' : 'Switch on'}
              </Button>
              <Menu
                trigger={<IconButton label="More actions" icon={<Ellipsis size={16} aria-hidden />} />}
                items={[
                  { label: 'Edit…', onSelect: () => setAsking('edit') },
                  ...(trigger.kind === 'http'
                    ? [{ label: 'Rotate address…', onSelect: () => setAsking('rotate') }]
                    : []),
                  'separator',
                  { label: 'Delete…', danger: true, onSelect: () => setAsking('delete') },
                ]}
              />
            </>
          )
        }
      />
      {trigger.disabled_reason !== null && (
        <div role="alert" className="mb-4 rounded-md border border-danger bg-danger-soft p-4 text-md">
          <strong>The service switched this trigger off:</strong> {trigger.disabled_reason}
        </div>
      )}
      <Tabs
        label="Parts of the trigger"
        value={part}
        onChange={setPart}
        tabs={[
          { value: 'events', label: 'Events', content: <EventList triggerId={id} /> },
          { value: 'test', label: 'Test', content: <TestEvent trigger={trigger} /> },
          {
            value: 'mapping',
            label: 'Mapping',
            content: <JsonView value={{ mapping: trigger.mapping, condition: trigger.condition }} label="Mapping" />,
          },
        ]}
      />
      {asking === 'edit' && (
        <TriggerForm
          open
          trigger={trigger}
          onClose={() => setAsking(undefined)}
          onSaved={async () => {
            setAsking(undefined);
            showToast('Saved');
            await reload();
          }}
        />
      )}
      <ConfirmDialog
        open={asking === 'rotate'}
        onClose={() => setAsking(undefined)}
        title="Rotate the address?"
        description="Senders need the new address: the current one returns 404 from now on."
        action="Rotate address"
        onConfirm={async () => {
          await errand.triggers.rotateAddress(id).catch((error: unknown) => {
            showError(error, 'The address was not rotated');
            throw error;
          });
          showToast('Address rotated');
          await reload();
        }}
      />
      <DeleteTrigger trigger={trigger} open={asking === 'delete'} onClose={() => setAsking(undefined)} />
    </>
  );
}

/** Shows where events come from and what they start. */
function Source({ trigger }: { trigger: Trigger }) {
  const agents = useAgents();
  const target = <bdi>{agentName(agents, trigger.agent_id)}</bdi>;
  if (trigger.source_agent_id !== null) {
    return (
      <>
        When a job of <bdi>{agentName(agents, trigger.source_agent_id)}</bdi> has {trigger.statuses?.join(' or ')},
        starts {target}.
      </>
    );
  }
  if (trigger.kind === 'storage') {
    return (
      <>
        When there is a new object below <code className="text-code">{trigger.prefix || '/'}</code>, starts {target}.
      </>
    );
  }
  return (
    <>
      Starts {target}.{' '}
      {trigger.url === null ? (
        'Members see the address that events are sent to.'
      ) : (
        <span className="inline-flex items-center gap-1">
          <code className="text-code break-all">POST {trigger.url}</code>
          <CopyButton text={trigger.url} label="Copy the address" />
        </span>
      )}
    </>
  );
}

function DeleteTrigger({ trigger, open, onClose }: { trigger: Trigger; open: boolean; onClose(): void }) {
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  return (
    <ConfirmDialog
      open={open}
      onClose={onClose}
      title={`Delete ${trigger.name}?`}
      description="Its address returns 404 from now on, and its event list is deleted. Jobs that it started are kept. This cannot be undone."
      action="Delete trigger"
      danger
      onConfirm={async () => {
        await errand.triggers.delete(trigger.id).catch((error: unknown) => {
          showError(error, 'The trigger was not deleted');
          throw error;
        });
        showToast('Trigger deleted');
        await navigate({ to: '/triggers' });
        await queryClient.invalidateQueries({ queryKey: keys.triggerLists() });
      }}
    />
  );
}
