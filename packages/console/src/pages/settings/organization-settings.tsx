import { reload } from '../../data/queries.ts';
import { keys } from '../../data/query-keys.ts';
import { Button } from '../../design/button.tsx';
import { Card, Facts } from '../../design/card.tsx';
import { CopyId } from '../../design/copy.tsx';
import { Field, Input } from '../../design/field.tsx';
import { formatCost } from '../../design/format.ts';
import { RelativeTime } from '../../design/relative-time.tsx';
import { SaveForm } from '../../design/save-form.tsx';
import { showToast } from '../../design/toast.ts';
import { useAccess } from '../../session/access.ts';
import { errand } from '../../session/client.ts';
import { RemoveDemo, useCreateDemo } from '../home/demo-actions.tsx';
import { useDemo } from '../home/use-demo.ts';

export function OrganizationSettings() {
  const { organization, can, role } = useAccess();
  if (organization === undefined) return null;
  const isAdmin = can('admin');
  return (
    <div className="flex max-w-xl flex-col gap-6">
      <SaveForm
        key={organization.name}
        inline
        action="Rename"
        isLocked={!isAdmin}
        hint=""
        save={(text) => errand.organizations.rename(organization.id, { name: text('name') })}
        onSaved={() => {
          showToast('Renamed');
          return reload(keys.organizations());
        }}
      >
        <Field
          label="Name"
          name="name"
          className="flex-1"
          description={isAdmin ? undefined : 'Only admins can rename the organization.'}
        >
          <Input required maxLength={200} defaultValue={organization.name} />
        </Field>
      </SaveForm>
      <Facts
        facts={[
          ['Id', <CopyId key="id" id={organization.id} />],
          ['Your role', role ?? '…'],
          ['Created', <RelativeTime key="created" at={organization.created_at} />],
          ['Credits', organization.credits === null ? 'unlimited' : formatCost(organization.credits)],
          ['Agents', organization.agents_enabled ? 'enabled' : 'disabled by the operator'],
          ['Runs', organization.paused_at === null ? 'accepted' : 'paused by the operator'],
        ]}
      />
      {can('member') && <Demo />}
    </div>
  );
}

/** The demo can be had at any time, not only on the first visit. */
function Demo() {
  const demo = useDemo();
  const create = useCreateDemo();
  return (
    <Card
      title="Demo"
      actions={
        typeof demo.data?.created_at === 'string' ? (
          <RemoveDemo />
        ) : (
          <Button size="sm" busy={create.isPending} onClick={() => create.mutate()}>
            Create the demo
          </Button>
        )
      }
    >
      <p className="text-muted">
        Agents of several kinds with jobs, a policy with verdicts and a table, all with the tag demo. It costs nothing
        and touches nothing of yours.
      </p>
    </Card>
  );
}
