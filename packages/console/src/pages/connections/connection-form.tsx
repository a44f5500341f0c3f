import type { Connection, Connector } from '@errand/sdk';
import { useState } from 'react';
import { reload, useRead } from '../../data/queries.ts';
import { keys } from '../../data/query-keys.ts';
import { controlClass, Field, Input, Problem, Textarea, TextField } from '../../design/field.tsx';
import { FormDialog } from '../../design/form-dialog.tsx';
import { Select } from '../../design/select.tsx';
import { showToast } from '../../design/toast.ts';
import { errand } from '../../session/client.ts';
import { type FormField, listFields, readFields } from './schema-fields.ts';

type Props = {
  /** Undefined if closed, `new` for a new connection, otherwise the one to change. */
  of: 'new' | Connection | undefined;
  onClose(): void;
};

/** Creates or changes a connection. The fields come from the schemas of its connector. */
export function ConnectionForm({ of, onClose }: Props) {
  const [type, setType] = useState('custom_api');
  const stored = of === 'new' ? undefined : of;
  const connectors = useRead(keys.connectors(), (options) => errand.connectors.list(options), {
    enabled: of !== undefined,
  });
  const all = connectors.data?.connectors.filter(({ available }) => available) ?? [];
  const connector = all.find(({ id }) => id === (stored?.connector_type ?? type));
  const config = listFields(connector?.config_schema, stored?.config as Record<string, unknown> | undefined);
  const auth = listFields(connector?.auth_schema, stored?.auth_config);
  const policy = listFields(connector?.policy_schema, stored?.policy);
  return (
    <FormDialog
      open={of !== undefined}
      onClose={onClose}
      title={stored ? `Edit ${stored.name}` : 'Create connection'}
      action={stored ? 'Save' : 'Create'}
      save={async (text, form) => {
        const body = {
          name: text('name'),
          description: String(form.get('description') ?? ''),
          config: readFields(config, 'config', form),
          auth_config: readFields(auth, 'auth_config', form),
          policy: readFields(policy, 'policy', form),
        };
        return stored
          ? errand.connections.update(stored.id, { ...body, expected_updated_at: stored.updated_at })
          : errand.connections.create({ ...body, connector_type: connector!.id });
      }}
      onSaved={async ({ name }) => {
        showToast(`${name} is saved`);
        onClose();
        await reload(keys.connections());
      }}
    >
      {!stored && <TypeField all={all} type={type} onChange={setType} />}
      <TextField
        label="Name"
        name="name"
        required
        maxLength={250}
        defaultValue={stored?.name ?? ''}
        autoComplete="off"
      />
      <Field label="Description" name="description" optional>
        <Input maxLength={2_000} defaultValue={stored?.description ?? ''} />
      </Field>
      <Fields key={`config ${connector?.id}`} prefix="config" fields={config} />
      <Problem of="config" />
      <Fields key={`auth ${connector?.id}`} prefix="auth_config" fields={auth} />
      <Problem of="auth_config" />
      <details className="rounded border border-line p-3">
        <summary className="cursor-pointer text-sm font-medium">Policy: who may use it, and what asks a person</summary>
        <div className="mt-3 space-y-4">
          <Fields key={`policy ${connector?.id}`} prefix="policy" fields={policy} />
        </div>
      </details>
      <Problem of="policy" />
    </FormDialog>
  );
}

type TypeProps = { all: Connector[]; type: string; onChange(type: string): void };

const TypeField = ({ all, type, onChange }: TypeProps) => (
  <Field label="Kind" description={all.find(({ id }) => id === type)?.description} member="connector_type">
    <Select
      label="Kind"
      value={type}
      options={all.map(({ id, display_name }) => ({ value: id, label: display_name }))}
      onChange={onChange}
    />
  </Field>
);

function Fields({ prefix, fields }: { prefix: string; fields: FormField[] }) {
  return fields.map((field) => (
    <Field
      key={field.name}
      label={field.title}
      name={`${prefix}.${field.name}`}
      optional={!field.required}
      description={field.description || undefined}
    >
      <Control field={field} name={`${prefix}.${field.name}`} />
    </Field>
  ));
}

function Control({ field, name }: { field: FormField; name: string }) {
  if (field.kind === 'choice' || field.kind === 'flag') {
    const choices = field.kind === 'flag' ? ['true', 'false'] : field.choices;
    return (
      <select name={name} defaultValue={field.initial} className={`${controlClass} h-8`}>
        {!field.required && <option value="">–</option>}
        {choices.map((choice) => (
          <option key={choice} value={choice}>
            {choice}
          </option>
        ))}
      </select>
    );
  }
  if (field.kind === 'json' || field.kind === 'list')
    return <Textarea name={name} defaultValue={field.initial} spellCheck={false} />;
  return (
    <Input
      required={field.required}
      type={field.kind === 'secret' ? 'password' : field.kind === 'number' ? 'number' : 'text'}
      defaultValue={field.initial}
      autoComplete={field.kind === 'secret' ? 'new-password' : 'off'}
    />
  );
}
