import type { Trigger } from '@errand/sdk';
import { useRead } from '../../data/queries.ts';
import { keys } from '../../data/query-keys.ts';
import { Field, Input } from '../../design/field.tsx';
import { Select } from '../../design/select.tsx';
import { errand } from '../../session/client.ts';

type StorageFieldsProps = {
  trigger: Trigger | undefined;
  value: string;
  onChange(id: string): void;
};

/** Selects the storage to watch. */
export function StorageFields({ trigger, value, onChange }: StorageFieldsProps) {
  const connections = useRead(keys.triggerConnections(), (options) =>
    errand.connections.list({ connector_type: 's3', page_size: '100' }, options),
  );
  const options = [
    { value: '', label: 'Choose a connection' },
    ...(connections.data?.results ?? []).map(({ id, name }) => ({ value: id, label: name })),
  ];
  return (
    <>
      <Field label="Connection" member="connection_id" description="A connection of type s3.">
        <Select value={value} onChange={onChange} options={options} label="Connection" />
      </Field>
      <Field label="Prefix" name="prefix" optional description="Objects below it are watched.">
        <Input defaultValue={trigger?.prefix ?? ''} placeholder="inbox/" maxLength={1_000} />
      </Field>
    </>
  );
}
