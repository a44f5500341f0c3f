import type { FormEvent } from 'react';
import { reload, useChange } from '../../data/queries.ts';
import { keys } from '../../data/query-keys.ts';
import { Button } from '../../design/button.tsx';
import { Facts } from '../../design/card.tsx';
import { CopyId } from '../../design/copy.tsx';
import { Field, Input } from '../../design/field.tsx';
import { formatCost } from '../../design/format.ts';
import { RelativeTime } from '../../design/relative-time.tsx';
import { showToast } from '../../design/toast.tsx';
import { useAccess } from '../../session/access.ts';
import { errand } from '../../session/client.ts';

export function OrganizationSettings() {
  const { organization, can, role } = useAccess();
  const rename = useChange(
    (name: string) => errand.organizations.rename(organization!.id, { name }),
    async () => {
      showToast('Renamed');
      await reload(keys.organizations());
    },
  );
  if (organization === undefined) return null;
  const isAdmin = can('admin');
  function submit(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault();
    rename.mutate(String(new FormData(event.currentTarget).get('name')).trim());
  }
  return (
    <div className="flex max-w-xl flex-col gap-6">
      <form key={organization.name} onSubmit={submit} className="flex items-end gap-2">
        <Field
          label="Name"
          name="name"
          className="flex-1"
          description={isAdmin ? undefined : 'Only admins can rename the organization.'}
        >
          <Input required maxLength={200} defaultValue={organization.name} disabled={!isAdmin} />
        </Field>
        {isAdmin && (
          <Button type="submit" busy={rename.isPending}>
            Rename
          </Button>
        )}
      </form>
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
    </div>
  );
}
