import { useRead } from '../../data/queries.ts';
import { keys } from '../../data/query-keys.ts';
import { Field, Input, Textarea } from '../../design/field.tsx';
import { Select } from '../../design/select.tsx';
import { errand } from '../../session/client.ts';
import { readSchema } from './compare-versions.ts';
import { isTemplate, readNumber } from './config-values.ts';
import { JsonInput } from './json-input.tsx';
import { ResourceSelect, resources } from './resource-select.tsx';
import { SchemaBuilder } from './schema-builder.tsx';
import { isSchema, type Schema } from './schema-model.ts';

type ConfigFieldProps = {
  name: string;
  /** The engine's schema of the key. */
  schema: Schema;
  isRequired: boolean;
  value: unknown;
  problem: string | undefined;
  onChange(value: unknown): void;
  onProblem(problem: string | undefined): void;
};

const LONG_TEXT = /^(text|template|prompt|.*instructions?|.*description|summary.*)$/;

/** One key of the configuration, with a control that fits its schema. */
export function ConfigField(props: ConfigFieldProps) {
  const { name, schema, isRequired, problem } = props;
  const description = typeof schema.description === 'string' ? schema.description : undefined;
  return (
    <Field
      label={<code className="font-mono">{name}</code>}
      name={name}
      optional={!isRequired}
      description={description}
      error={problem}
    >
      <Control {...props} />
    </Field>
  );
}

function Control({ name, schema, value, onChange, onProblem }: ConfigFieldProps) {
  if (name === 'output_schema') return <OutputSchema value={value} onChange={onChange} />;
  if (name === 'model') return <ModelSelect value={value} onChange={onChange} />;
  if (Object.hasOwn(resources, name) && !isTemplate(value))
    return <ResourceSelect name={name} value={value} onChange={onChange} />;
  if (Array.isArray(schema.enum)) {
    const options = schema.enum.map(String);
    return <Choice value={value} options={options} schema={schema} onChange={onChange} />;
  }
  if (schema.type === 'boolean' && !isTemplate(value)) {
    const read = (text: unknown) => (text === undefined ? undefined : text === 'true');
    return (
      <Choice value={value} options={['true', 'false']} schema={schema} onChange={(text) => onChange(read(text))} />
    );
  }
  if (schema.type === 'number' || schema.type === 'integer') {
    return (
      <Input
        type="text"
        inputMode="decimal"
        value={value === undefined ? '' : String(value)}
        placeholder={schema.default === undefined ? undefined : `default ${String(schema.default)}`}
        onChange={(event) => onChange(readNumber(event.target.value))}
      />
    );
  }
  if (typeof value === 'object' && value !== null)
    return <JsonInput value={value} onChange={onChange} onProblem={onProblem} />;
  if (schema.type === 'array' || schema.type === 'object') {
    return <JsonInput value={value} onChange={onChange} onProblem={onProblem} rows={3} />;
  }
  const text = value === undefined ? '' : String(value);
  const change = (next: string) => onChange(next === '' ? undefined : next);
  return LONG_TEXT.test(name) ? (
    <Textarea dir="auto" rows={4} value={text} onChange={(event) => change(event.target.value)} />
  ) : (
    <Input type="text" dir="auto" value={text} onChange={(event) => change(event.target.value)} />
  );
}

type ChoiceProps = { value: unknown; options: string[]; schema: Schema; onChange(value: string | undefined): void };

function Choice({ value, options, schema, onChange }: ChoiceProps) {
  const given = value === undefined ? '' : String(value);
  const known = given === '' || options.includes(given) ? options : [given, ...options];
  return (
    <Select
      value={given}
      onChange={(next) => onChange(next === '' ? undefined : next)}
      options={[
        { value: '', label: schema.default === undefined ? 'Not set' : `Default: ${String(schema.default)}` },
        ...known.map((one) => ({ value: one, label: one })),
      ]}
    />
  );
}

type ValueProps = { value: unknown; onChange(value: unknown): void };

function ModelSelect({ value, onChange }: ValueProps) {
  const models = useRead(keys.models(), async (options) => (await errand.engines.models({}, options)).models);
  const names = (models.data ?? []).map((model) => model.id);
  return <Choice value={value} options={names} schema={{ default: 'of the installation' }} onChange={onChange} />;
}

function OutputSchema({ value, onChange }: ValueProps) {
  const schema = readSchema(value);
  return <SchemaBuilder schema={isSchema(schema) ? schema : { type: 'object', properties: {} }} onChange={onChange} />;
}
