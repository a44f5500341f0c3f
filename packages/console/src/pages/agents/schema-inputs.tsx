import { useState } from 'react';
import { Checkbox } from '../../design/checkbox.tsx';
import { controlClass } from '../../design/field.tsx';
import { Select } from '../../design/select.tsx';
import {
  changeType,
  choicesOf,
  isNullable,
  type Schema,
  type SchemaType,
  schemaTypes,
  setChoices,
  setNullable,
  typeOf,
} from './schema-model.ts';

// The small controls of one member of a schema.

const small = `${controlClass} h-7 text-sm`;

type PartProps = { label: string; schema: Schema; onChange(schema: Schema): void };

const typeWords: Record<SchemaType, string> = {
  string: 'text',
  number: 'number',
  integer: 'whole number',
  boolean: 'yes or no',
  object: 'object',
  array: 'list',
  other: 'other',
};

export const TypeSelect = ({ label, schema, onChange }: PartProps) => (
  <Select
    label={label}
    className="h-7! w-36! text-sm!"
    value={typeOf(schema)}
    onChange={(next) => onChange(changeType(schema, next))}
    options={[...schemaTypes, 'other' as const].map((value) => ({ value, label: typeWords[value] }))}
  />
);

export const NullBox = ({ schema, onChange }: Omit<PartProps, 'label'>) =>
  typeOf(schema) === 'other' ? null : (
    <Checkbox checked={isNullable(schema)} onChange={(on) => onChange(setNullable(schema, on))} label="or null" />
  );

/** The allowed values. The text stays as typed until the field is left. */
export function ChoicesInput({ schema, onChange, path }: Omit<PartProps, 'label'> & { path: string }) {
  const given = choicesOf(schema).map(String).join(', ');
  const [typed, setTyped] = useState<string>();
  if (!['string', 'number', 'integer'].includes(typeOf(schema))) return null;
  return (
    <input
      aria-label={`Allowed values of ${path}, separated by commas`}
      placeholder="Allowed values: a, b, c"
      value={typed ?? given}
      onChange={(event) => setTyped(event.target.value)}
      onBlur={() => {
        if (typed !== undefined)
          onChange(
            setChoices(
              schema,
              typed.split(',').map((one) => one.trim()),
            ),
          );
        setTyped(undefined);
      }}
      className={`${small} w-56!`}
    />
  );
}

type NameInputProps = { label: string; name: string; isTaken(name: string): boolean; onChange(name: string): void };

/** While typing, the name may briefly equal that of another member. It counts as soon as it is unique. */
export function NameInput({ label, name, isTaken, onChange }: NameInputProps) {
  const [typed, setTyped] = useState<string>();
  return (
    <>
      <input
        aria-label={label}
        aria-invalid={typed !== undefined || undefined}
        value={typed ?? name}
        onChange={({ target: { value } }) => {
          setTyped(isTaken(value) ? value : undefined);
          if (!isTaken(value)) onChange(value);
        }}
        onBlur={() => setTyped(undefined)}
        className={`${small} w-40! font-mono`}
      />
      {typed !== undefined && <span className="text-danger">There is already one called {typed}.</span>}
    </>
  );
}

/** Models read it, too. */
export const DescriptionInput = ({ label, schema, onChange }: PartProps) => (
  <input
    aria-label={label}
    dir="auto"
    placeholder="What it is, for the model"
    value={typeof schema.description === 'string' ? schema.description : ''}
    onChange={({ target: { value } }) => {
      const { description: _, ...rest } = schema;
      onChange(value === '' ? rest : { ...schema, description: value });
    }}
    className={`${small} min-w-56 flex-1`}
  />
);
