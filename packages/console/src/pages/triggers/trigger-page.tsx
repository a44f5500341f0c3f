import type { Trigger } from '@errand/sdk';
import { useNavigate, useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { reload, useRead } from '../../data/queries.ts';
import { keys } from '../../data/query-keys.ts';
import { CopyButton } from '../../design/copy.tsx';
import { ConfirmDialog, DeleteDialog } from '../../design/dialog.tsx';
import { JsonView } from '../../design/json-view.tsx';
import { MoreMenu } from '../../design/menu.tsx';
import { EnabledBadge } from '../../design/outcome-badge.tsx';
import { PageHeader } from '../../design/page-header.tsx';
import { QueryPage } from '../../design/query-view.tsx';
import { SwitchButton, SwitchedOff } from '../../design/switch-button.tsx';
import { Tabs } from '../../design/tabs.tsx';
import { showToast } from '../../design/toast.ts';
import { useAccess } from '../../session/access.ts';
import { errand } from '../../session/client.ts';
import { agentName, useAgents } from '../schedules/agent-select.tsx';
import { EventList } from './event-list.tsx';
import { Target } from './target.tsx';
import { TestEvent } from './test-event.tsx';
import { TriggerForm } from './trigger-form.tsx';

const crumbs = [{ label: 'Triggers', to: '/triggers' }];

export function TriggerPage() {
  const { id } = useParams({ from: '/shell/triggers/$id' });
  const trigger = useRead(keys.trigger(id), (options) => errand.triggers.get(id, options), { refetchInterval: 5_000 });
  // The header has agents' names, which should not change while the user reads.
  const isNamed = useAgents() !== undefined;
  return (
    <QueryPage query={trigger} isReady={isNamed} title="Trigger" id={id} crumbs={crumbs}>
      {(found) => <TriggerView key={id} trigger={found} />}
    </QueryPage>
  );
}

type Part = 'events' | 'test' | 'mapping';

function TriggerView({ trigger }: { trigger: Trigger }) {
  const { id } = trigger;
  const { can } = useAccess();
  const [part, setPart] = useState<Part>('events');
  const [asking, setAsking] = useState<'edit' | 'rotate' | 'delete'>();
  const navigate = useNavigate();
  const close = () => setAsking(undefined);
  return (
    <>
      <PageHeader
        title={trigger.name}
        id={id}
        crumbs={crumbs}
        badge={<EnabledBadge enabled={trigger.enabled} />}
        description={<Source trigger={trigger} />}
        actions={
          can('member') && (
            <>
              <SwitchButton
                isOn={trigger.enabled}
                change={(enabled) => errand.triggers.update(id, { enabled }).then(() => reload(keys.triggers()))}
              />
              <MoreMenu
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
      <SwitchedOff what="trigger" reason={trigger.disabled_reason} />
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
          trigger={trigger}
          onClose={close}
          onSaved={async () => {
            close();
            showToast('Saved');
            await reload(keys.triggers());
          }}
        />
      )}
      <ConfirmDialog
        open={asking === 'rotate'}
        onClose={close}
        title="Rotate the address?"
        description="Senders need the new address: the current one returns 404 from now on."
        action="Rotate address"
        onConfirm={() => errand.triggers.rotateAddress(id)}
        done="Address rotated"
        failed="The address was not rotated"
        onDone={() => reload(keys.triggers())}
      />
      <DeleteDialog
        open={asking === 'delete'}
        onClose={close}
        what="trigger"
        name={trigger.name}
        description="Its address returns 404 from now on, and its event list is deleted. Jobs that it started are kept. This cannot be undone."
        onDelete={() => errand.triggers.delete(id)}
        onDone={async () => {
          await navigate({ to: '/triggers' });
          await reload(keys.triggerLists());
        }}
      />
    </>
  );
}

/** Shows where events come from and what they start. */
function Source({ trigger }: { trigger: Trigger }) {
  const agents = useAgents();
  const target = (
    <>
      {trigger.agent_id === null ? 'sends an alert to ' : 'starts '}
      <Target trigger={trigger} agents={agents} />
    </>
  );
  if (trigger.source_agent_id !== null) {
    return (
      <>
        When a job of <bdi>{agentName(agents, trigger.source_agent_id)}</bdi> has {trigger.statuses?.join(' or ')},
        {target}.
      </>
    );
  }
  if (trigger.kind === 'storage') {
    return (
      <>
        When there is a new object below <code className="text-code">{trigger.prefix || '/'}</code>, {target}.
      </>
    );
  }
  return (
    <>
      An event {target}.{' '}
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
