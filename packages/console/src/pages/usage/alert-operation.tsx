import type { AlertSettings, Connector } from '@errand/sdk';
import { useRead } from '../../data/queries.ts';
import { keys } from '../../data/query-keys.ts';
import { Field, Input } from '../../design/field.tsx';
import { Select } from '../../design/select.tsx';
import { errand } from '../../session/client.ts';
import { operationsOf } from './alert-operations.ts';

type AlertOperationProps = {
  connectorType: string;
  settings: AlertSettings;
  onChange(change: Pick<AlertSettings, 'operation' | 'params'>): void;
};

/** Selects the operation for alerts, with all its parameters. */
export function AlertOperation({ connectorType, settings, onChange }: AlertOperationProps) {
  const connectors = useRead(keys.connectors(), (options) => errand.connectors.list(options), { staleTime: 60_000 });
  if (connectors.data === undefined) return null;
  const connector = connectors.data.connectors.find(({ id }: Connector) => id === connectorType);
  const operations = operationsOf(connector?.delivery_config_schema);
  const chosen = operations.find(({ name }) => name === settings.operation);
  return (
    <>
      <Field
        label="Operation of the connection"
        description={operations.length === 0 ? 'This connection cannot be written to.' : chosen?.description}
      >
        <Select
          value={settings.operation ?? ''}
          options={[
            { value: '', label: 'Choose…' },
            ...operations.map(({ name }) => ({ value: name, label: name })),
            // The operation was saved for a connector that this server no longer has.
            ...(settings.operation !== null && chosen === undefined
              ? [{ value: settings.operation, label: `${settings.operation} (unknown)` }]
              : []),
          ]}
          onChange={(name: string) => {
            const next = operations.find((operation) => operation.name === name);
            onChange({ operation: name || null, params: next?.params.length ? { ...next.initial } : {} });
          }}
        />
      </Field>
      {chosen?.params.map(({ name, description, required }) => (
        <Field key={name} label={name} optional={!required} description={description}>
          <Input
            value={settings.params[name] ?? ''}
            placeholder="${alert.message}"
            onChange={(event) => {
              const { [name]: _gone, ...others } = settings.params;
              const { value } = event.target;
              onChange({ operation: settings.operation, params: value === '' ? others : { ...others, [name]: value } });
            }}
          />
        </Field>
      ))}
    </>
  );
}
