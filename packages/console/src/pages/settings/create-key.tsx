import type { ApiKey } from '@errand/sdk';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Button } from '../../design/button.tsx';
import { CodeBlock } from '../../design/code-block.tsx';
import { Dialog } from '../../design/dialog.tsx';
import { Field, Input } from '../../design/field.tsx';
import { FormDialog } from '../../design/form-dialog.tsx';
import { Select } from '../../design/select.tsx';
import { errand } from '../../session/client.ts';
import { roleWords } from './roles.ts';

const lives = { '': 'Never', '7': 'In 7 days', '30': 'In 30 days', '90': 'In 90 days', '365': 'In a year' };
const roles = ['viewer', 'member', 'admin'] as const;

type CreateKeyProps = { organizationId: string; open: boolean; onClose(): void };

/** Makes a key and shows it, this once. */
export function CreateKey({ organizationId, open, onClose }: CreateKeyProps) {
  const queryClient = useQueryClient();
  const [role, setRole] = useState<ApiKey['role']>('member');
  const [life, setLife] = useState('');
  const create = useMutation({
    meta: { quiet: true },
    mutationFn: (name: string) =>
      errand.apiKeys.create(organizationId, {
        name,
        role,
        expires_at: life === '' ? null : new Date(Date.now() + Number(life) * 86_400_000).toISOString(),
      }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: ['api-keys'] }),
  });
  const close = () => {
    onClose();
    create.reset();
  };
  if (create.data) {
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
          <CodeBlock code={create.data.api_key} label="API key" />
          <CodeBlock code={`ERRAND_API_KEY=${create.data.api_key}`} label="Line for an .env file" />
          <CodeBlock
            code={`curl ${location.origin}/v1/agents/ -H "Authorization: Bearer ${create.data.api_key}"`}
            label="Try it"
          />
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
      busy={create.isPending}
      error={create.error}
      onSubmit={(form) => create.mutate(String(form.get('name')).trim())}
    >
      {(problem) => (
        <>
          <Field
            label="Name"
            name="name"
            description="What will use it: a service, a script, a person."
            error={problem('name')}
          >
            <Input required maxLength={200} placeholder="nightly import" />
          </Field>
          <Field label="Role" description={`May do: ${roleWords[role]}.`}>
            <Select
              label="Role"
              value={role}
              options={roles.map((value) => ({ value, label: value }))}
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
        </>
      )}
    </FormDialog>
  );
}
