import { useRef } from 'react';
import { Button } from '../../design/button.tsx';
import { Checkbox } from '../../design/checkbox.tsx';
import { Field, Input, Textarea } from '../../design/field.tsx';
import { EnumSelect, ModelSelect } from './choices.tsx';
import { isTemplate, readNumber } from './config-values.ts';
import { ConnectionList } from './connection-list.tsx';
import { JsonInput } from './json-input.tsx';
import { ModelChain } from './model-chain.tsx';
import { ResourceSelect, resources } from './resource-select.tsx';
import { isSchema, type Schema } from './schema-model.ts';
import { SecretField } from './secret-field.tsx';
import { titleOf } from './sections.ts';

export type ControlProps = {
  name: string;
  schema: Schema;
  value: unknown;
  /** Keys of the inputs, to insert as placeholders. */
  inputs: readonly string[];
  onChange(value: unknown): void;
  onProblem(problem: string | undefined): void;
};

type ConfigFieldProps = ControlProps & { isRequired: boolean; problem: string | undefined };

const LONG_TEXT = /^(text|template|prompt|.*instructions?|.*description|summary.*)$/;

/** One key of the configuration: its title, the control that fits, what it does, and its problem. */
export function ConfigField({ isRequired, problem, ...props }: ConfigFieldProps) {
  const { name, schema, value, onChange } = props;
  const description = typeof schema.description === 'string' ? inWords(schema) : undefined;
  if (schema.type === 'boolean' && !isTemplate(value)) {
    return (
      <div data-key={name} className="flex flex-col gap-0.5">
        <Checkbox
          label={<Title name={name} schema={schema} />}
          checked={value === undefined ? schema.default === true : value === true}
          onChange={(on) => onChange(on === (schema.default === true) ? undefined : on)}
        />
        {description !== undefined && <p className="pl-6 text-muted">{description}</p>}
        {problem !== undefined && <p className="pl-6 text-danger">{problem}</p>}
      </div>
    );
  }
  if (isObjectOf(schema) && (value === undefined || isSchema(value))) {
    return (
      <fieldset data-key={name} className="flex flex-col gap-3">
        <legend className="font-medium">
          <Title name={name} schema={schema} />
        </legend>
        {description !== undefined && <p className="text-muted">{description}</p>}
        <ObjectFields {...props} value={value ?? {}} properties={schema.properties} />
        {problem !== undefined && (
          <p role="alert" className="text-danger">
            {problem}
          </p>
        )}
      </fieldset>
    );
  }
  return (
    <div data-key={name}>
      <Field
        label={<Title name={name} schema={schema} />}
        name={name}
        optional={!isRequired}
        description={description}
        error={problem}
      >
        <Control {...props} />
      </Field>
    </div>
  );
}

/** The title for people, and the name in the JSON. */
export const Title = ({ name, schema }: { name: string; schema: Schema }) => (
  <>
    {titleOf(name, schema)} <code className="ml-1 font-mono text-xs font-normal text-faint">{name}</code>
  </>
);

/** Aliases refer to keys that the form shows by title. */
const inWords = ({ description }: Schema): string => String(description).replaceAll('`', '');

const isObjectOf = (schema: Schema): schema is Schema & { properties: Record<string, Schema> } =>
  schema.type === 'object' && isSchema(schema.properties) && schema['x-control'] === undefined;

type ObjectProps = ControlProps & { value: Schema; properties: Record<string, Schema> };

function ObjectFields({ name, value, properties, inputs, onChange, onProblem }: ObjectProps) {
  return (
    <div className="flex flex-col gap-4 border-l-2 border-border pl-4">
      {Object.entries(properties).map(([key, schema]) => (
        <ConfigField
          key={key}
          name={`${name}.${key}`}
          schema={{ ...schema, title: titleOf(key, schema) }}
          isRequired={false}
          problem={undefined}
          value={value[key]}
          inputs={inputs}
          onProblem={onProblem}
          onChange={(next) => {
            const { [key]: _, ...rest } = value;
            const all = next === undefined ? rest : { ...value, [key]: next };
            onChange(Object.keys(all).length === 0 ? undefined : all);
          }}
        />
      ))}
    </div>
  );
}

function Control(props: ControlProps) {
  const { name, schema, value, onChange } = props;
  const control = schema['x-control'];
  if (control === 'model' || name === 'model') return <ModelSelect value={value} onChange={onChange} />;
  if (control === 'model-chain') return <ModelChain value={value} onChange={onChange} />;
  if (control === 'connections' || name === 'connections') return <ConnectionList value={value} onChange={onChange} />;
  if (schema.writeOnly === true) return <SecretField name={name} value={value} onChange={onChange} />;
  if (Object.hasOwn(resources, name) && !isTemplate(value))
    return <ResourceSelect name={name} value={value} onChange={onChange} />;
  if (Array.isArray(schema.enum)) return <EnumSelect schema={schema} value={value} onChange={onChange} />;
  if (schema.type === 'number' || schema.type === 'integer') return <NumberInput {...props} />;
  if (schema.type === 'array' && isTextList(schema, value)) return <TextList {...props} value={value} />;
  if (typeof value === 'object' && value !== null) return <Json {...props} />;
  if (schema.type === 'array' || schema.type === 'object') return <Json {...props} />;
  return <Text {...props} />;
}

const Json = ({ value, onChange, onProblem }: ControlProps) => (
  <JsonInput value={value} rows={4} onChange={onChange} onProblem={onProblem} />
);

function NumberInput({ schema, value, onChange }: ControlProps) {
  const unit = typeof schema['x-unit'] === 'string' ? schema['x-unit'] : undefined;
  return (
    <span className="flex items-center gap-2">
      <Input
        type="text"
        inputMode="decimal"
        className="w-32! tabular-nums"
        value={value === undefined ? '' : String(value)}
        placeholder={schema.default === undefined ? undefined : String(schema.default)}
        onChange={(event) => onChange(readNumber(event.target.value))}
      />
      {unit !== undefined && <span className="text-muted">{unit}</span>}
    </span>
  );
}

/** A text. Inputs of the agent are inserted where the cursor is. */
function Text({ name, schema, value, inputs, onChange }: ControlProps) {
  const field = useRef<HTMLTextAreaElement & HTMLInputElement>(null);
  const text = value === undefined ? '' : String(value);
  const change = (next: string) => onChange(next === '' ? undefined : next);
  const isLong = ['long-text', 'template'].includes(String(schema['x-control'])) || LONG_TEXT.test(name);
  if (!isLong) return <Input type="text" dir="auto" value={text} onChange={(event) => change(event.target.value)} />;
  function insert(key: string): void {
    const at = field.current?.selectionStart ?? text.length;
    const end = field.current?.selectionEnd ?? at;
    change(`${text.slice(0, at)}\${${key}}${text.slice(end)}`);
    field.current?.focus();
  }
  return (
    <>
      <Textarea
        ref={field}
        dir="auto"
        rows={schema['x-control'] === 'template' ? 7 : 5}
        value={text}
        onChange={(event) => change(event.target.value)}
      />
      {inputs.length > 0 && (
        <span className="flex flex-wrap items-center gap-1.5">
          <span className="text-muted">Insert an input:</span>
          {inputs.map((key) => (
            <Button key={key} size="sm" className="font-mono" onClick={() => insert(key)}>
              {key}
            </Button>
          ))}
        </span>
      )}
    </>
  );
}

const isTextList = (schema: Schema, value: unknown): value is string[] | undefined =>
  (value === undefined || (Array.isArray(value) && value.every((one) => typeof one === 'string'))) &&
  (!isSchema(schema.items) || schema.items.type === 'string' || schema.items.type === undefined);

/** A list of texts, one per line. The text stays as typed. */
function TextList({ schema, value, onChange }: Omit<ControlProps, 'value'> & { value: string[] | undefined }) {
  return (
    <Textarea
      dir="auto"
      rows={Math.max(2, (value?.length ?? 0) + 1)}
      className="min-h-14!"
      placeholder={
        Array.isArray(schema.default) && schema.default.length > 0 ? schema.default.join('\n') : 'One per line'
      }
      value={(value ?? []).join('\n')}
      onChange={(event) => {
        const lines = event.target.value.split('\n');
        onChange(lines.every((line) => line.trim() === '') ? undefined : lines);
      }}
      onBlur={() => {
        const lines = (value ?? []).map((line) => line.trim()).filter((line) => line !== '');
        if (value !== undefined && lines.length !== value.length) onChange(lines.length === 0 ? undefined : lines);
      }}
    />
  );
}
