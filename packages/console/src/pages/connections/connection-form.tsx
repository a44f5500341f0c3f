import type { Connection, Connector } from '@errand/sdk';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { keys } from '../../data/query-keys.ts';
import { controlClass, Field, Input, Textarea } from '../../design/field.tsx';
import { FormDialog } from '../../design/form-dialog.tsx';
import { Select } from '../../design/select.tsx';
import { showToast } from '../../design/toast.tsx';
import { errand } from '../../session/client.ts';
import { type FormField, listFields, readFields } from './schema-fields.ts';

type Props = {
  /** Undefined if closed, `new` for a new connection, otherwise the one to change. */
  of: 'new' | Connection | undefined;
  onClose(): void;
};

/** Creates or changes a connection. The fields come from the schemas of its connector. */
export function ConnectionForm({ of, onClose }: Props) {
  const queryClient = useQueryClient();
  const [type, setType] = useState('custom_api');
  const stored = of === 'new' ? undefined : of;
  const connectors = useQuery({
    queryKey: keys.connectors(),
    queryFn: ({ signal }) => errand.connectors.list({ signal }),
    enabled: of !== undefined,
  });
  const all = connectors.data?.connectors.filter(({ available }) => available) ?? [];
  const connector = all.find(({ id }) => id === (stored?.connector_type ?? type));
  const config = listFields(connector?.config_schema, stored?.config as Record<string, unknown> | undefined);
  const auth = listFields(connector?.auth_schema, stored?.auth_config);
  const save = useMutation({
    meta: { quiet: true },
    mutationFn: async (form: FormData) => {
      const body = {
        name: String(form.get('name')).trim(),
        description: String(form.get('description') ?? ''),
        config: readFields(config, 'config', form),
        auth_config: readFields(auth, 'auth_config', form),
      };
      return stored
        ? errand.connections.update(stored.id, { ...body, expected_updated_at: stored.updated_at })
        : errand.connections.create({ ...body, connector_type: connector!.id });
    },
    onSuccess: async ({ name }) => {
      showToast(`${name} is saved`);
      close();
      await queryClient.invalidateQueries({ queryKey: keys.connections() });
    },
  });
  const close = (): void => {
    onClose();
    save.reset();
  };
  return (
    <FormDialog
      open={of !== undefined}
      onClose={close}
      title={stored ? `Edit ${stored.name}` : 'Create connection'}
      action={stored ? 'Save' : 'Create'}
      busy={save.isPending}
      error={save.error}
      onSubmit={(form) => save.mutate(form)}
    >
      {(problem) => (
        <>
          {!stored && <TypeField all={all} type={type} onChange={setType} error={problem('connector_type')} />}
          <Field label="Name" name="name" error={problem('name')}>
            <Input required maxLength={250} defaultValue={stored?.name ?? ''} autoComplete="off" />
          </Field>
          <Field label="Description" name="description" optional error={problem('description')}>
            <Input maxLength={2_000} defaultValue={stored?.description ?? ''} />
          </Field>
          <Fields key={`config ${connector?.id}`} prefix="config" fields={config} />
          {problem('config') && <Problem text={problem('config')!} />}
          <Fields key={`auth ${connector?.id}`} prefix="auth_config" fields={auth} />
          {problem('auth_config') && <Problem text={problem('auth_config')!} />}
        </>
      )}
    </FormDialog>
  );
}

type TypeProps = { all: Connector[]; type: string; onChange(type: string): void; error: string | undefined };

const TypeField = ({ all, type, onChange, error }: TypeProps) => (
  <Field label="Kind" description={all.find(({ id }) => id === type)?.description} error={error}>
    <Select
      label="Kind"
      value={type}
      options={all.map(({ id, display_name }) => ({ value: id, label: display_name }))}
      onChange={onChange}
    />
  </Field>
);

const Problem = ({ text }: { text: string }) => (
  <p role="alert" className="text-danger">
    {text}
  </p>
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
  if (field.kind === 'json') return <Textarea name={name} defaultValue={field.initial} spellCheck={false} />;
  return (
    <Input
      required={field.required}
      type={field.kind === 'secret' ? 'password' : field.kind === 'number' ? 'number' : 'text'}
      defaultValue={field.initial}
      autoComplete={field.kind === 'secret' ? 'new-password' : 'off'}
    />
  );
}
