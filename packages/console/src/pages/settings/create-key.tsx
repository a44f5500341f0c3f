import { type ApiKey, keyRoles } from '@errand/sdk';
import { useState } from 'react';
import { reload } from '../../data/queries.ts';
import { keys } from '../../data/query-keys.ts';
import { Button } from '../../design/button.tsx';
import { CodeBlock } from '../../design/code-block.tsx';
import { Dialog } from '../../design/dialog.tsx';
import { Field, Input } from '../../design/field.tsx';
import { FormDialog } from '../../design/form-dialog.tsx';
import { Select } from '../../design/select.tsx';
import { errand } from '../../session/client.ts';
import { roleWords } from './roles.ts';

const lives = { '': 'Never', '7': 'In 7 days', '30': 'In 30 days', '90': 'In 90 days', '365': 'In a year' };

const snippets = (key: string): [label: string, code: string][] => [
  ['API key', key],
  ['Line for an .env file', `ERRAND_API_KEY=${key}`],
  ['Try it', `curl ${location.origin}/v1/agents/ \\\n  -H "Authorization: Bearer ${key}"`],
];

type CreateKeyProps = { organizationId: string; open: boolean; onClose(): void };

/** Creates a key and shows it once. */
export function CreateKey({ organizationId, open, onClose }: CreateKeyProps) {
  const [role, setRole] = useState<ApiKey['role']>('member');
  const [life, setLife] = useState('');
  const [created, setCreated] = useState<string>();
  const close = () => {
    onClose();
    setCreated(undefined);
  };
  if (created !== undefined) {
    return (
      <Dialog
        open={open}
        onClose={close}
        title="Copy the key now"
        description="Only a hash is stored, so the key cannot be shown again."
        actions={
          <Button variant="primary" onClick={close}>
            I have copied it
          </Button>
        }
      >
        <div className="flex flex-col gap-3">
          {snippets(created).map(([label, code]) => (
            <div key={label} className="flex flex-col gap-1">
              <h3 className="font-medium">{label}</h3>
              <CodeBlock code={code} label={label} />
            </div>
          ))}
        </div>
      </Dialog>
    );
  }
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
