import type { ApiKey } from '@errand/sdk';
import { useState } from 'react';
import { reload } from '../../data/queries.ts';
import { keys } from '../../data/query-keys.ts';
import { Field } from '../../design/field.tsx';
import { FormDialog } from '../../design/form-dialog.tsx';
import { Select } from '../../design/select.tsx';
import { errand } from '../../session/client.ts';
import { ShowKey } from './show-key.tsx';

const overlaps = { '0': 'Nothing: it ends now', '1': 'An hour', '24': 'A day', '168': 'A week' };

type RotateKeyProps = { organizationId: string; apiKey: ApiKey; onClose(): void };

/** Replaces the secret of a key. Programs have time to take the new one. */
export function RotateKey({ organizationId, apiKey: { id, name, prefix }, onClose }: RotateKeyProps) {
  const [overlap, setOverlap] = useState('24');
  const [rotated, setRotated] = useState<string>();
  if (rotated !== undefined) return <ShowKey apiKey={rotated} onClose={onClose} />;
  return (
    <FormDialog
      onClose={onClose}
      title={`Rotate ${name || 'the key'}`}
      description="The key keeps its role, scopes, budgets and history. Only its secret is replaced."
      action="Rotate"
      save={() => errand.apiKeys.rotate(organizationId, id, { overlap_hours: Number(overlap) })}
      onSaved={({ api_key: next }) => {
        setRotated(next);
        return reload(keys.apiKeys());
      }}
    >
      <Field label="Time to change over" description={`So long ${prefix}… works beside the new secret.`}>
        <Select
          label="Time to change over"
          value={overlap}
          options={Object.entries(overlaps).map(([value, label]) => ({ value, label }))}
          onChange={setOverlap}
        />
      </Field>
    </FormDialog>
  );
}
