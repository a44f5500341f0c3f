import { type ApiKey, keyRoles } from '@errand/sdk';
import { useState } from 'react';
import { reload } from '../../data/queries.ts';
import { keys } from '../../data/query-keys.ts';
import { Checkbox } from '../../design/checkbox.tsx';
import { Field, Input } from '../../design/field.tsx';
import { FormDialog } from '../../design/form-dialog.tsx';
import { Select } from '../../design/select.tsx';
import { errand } from '../../session/client.ts';
import { roleWords } from './roles.ts';
import { chosenScopes, type Scope, scopesOf, scopeWords } from './scopes.ts';
import { ShowKey } from './show-key.tsx';

const lives = { '': 'Never', '7': 'In 7 days', '30': 'In 30 days', '90': 'In 90 days', '365': 'In a year' };

type CreateKeyProps = { organizationId: string; open: boolean; onClose(): void };

/** Creates a key and shows it once. */
export function CreateKey({ organizationId, open, onClose }: CreateKeyProps) {
  const [role, setRole] = useState<ApiKey['role']>('member');
  const [without, setWithout] = useState<ReadonlySet<Scope>>(new Set());
  const [life, setLife] = useState('');
  const [created, setCreated] = useState<string>();
  const close = () => {
    onClose();
    setCreated(undefined);
  };
  if (created !== undefined) return <ShowKey apiKey={created} onClose={close} />;
  return (
    <FormDialog
      open={open}
      onClose={close}
      title="Create API key"
      action="Create"
      save={(text) =>
        errand.apiKeys.create(organizationId, {
          name: text('name'),
          role,
          ...chosenScopes(role, without),
          expires_at: life === '' ? null : new Date(Date.now() + Number(life) * 86_400_000).toISOString(),
        })
      }
      onSaved={({ api_key: key }) => {
        setCreated(key);
        return reload(keys.apiKeys());
      }}
    >
      <Field label="Name" name="name" description="What uses the key: a service, a script or a person.">
        <Input required maxLength={200} placeholder="nightly import" />
      </Field>
      <Field label="Role" description={roleWords[role]}>
        <Select
          label="Role"
          value={role}
          options={keyRoles.toReversed().map((value) => ({ value, label: value }))}
          onChange={(next: ApiKey['role']) => setRole(next)}
        />
      </Field>
      <ScopeBoxes role={role} without={without} onChange={setWithout} />
      <Field label="Expires">
        <Select
          label="Expires"
          value={life}
          options={Object.entries(lives).map(([value, label]) => ({ value, label }))}
          onChange={setLife}
        />
      </Field>
    </FormDialog>
  );
}

type ScopeBoxesProps = {
  role: ApiKey['role'];
  without: ReadonlySet<Scope>;
  onChange(without: ReadonlySet<Scope>): void;
};

/** All that the role allows, unless boxes are cleared. */
function ScopeBoxes({ role, without, onChange }: ScopeBoxesProps) {
  return (
    <fieldset className="flex flex-col gap-1">
      <legend className="mb-1 font-medium">May be used to</legend>
      {scopesOf(role).map((scope) => (
        <Checkbox
          key={scope}
          label={scopeWords[scope]}
          checked={!without.has(scope)}
          onChange={(isKept) => {
            const next = new Set(without);
            if (isKept) next.delete(scope);
            else next.add(scope);
            onChange(next);
          }}
        />
      ))}
    </fieldset>
  );
}
