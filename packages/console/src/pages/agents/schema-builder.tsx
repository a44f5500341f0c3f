import { ArrowDown, ArrowUp, Plus, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { Button, IconButton } from '../../design/button.tsx';
import { Checkbox } from '../../design/checkbox.tsx';
import { controlClass } from '../../design/field.tsx';
import { Select } from '../../design/select.tsx';
import { showToast } from '../../design/toast.ts';
import { JsonInput } from './json-input.tsx';
import { SchemaFromExample } from './schema-from-example.tsx';
import {
  addField,
  changeField,
  changeType,
  choicesOf,
  fieldsOf,
  isNullable,
  isSchema,
  moveField,
  removeField,
  type Schema,
  type SchemaField,
  type SchemaType,
  schemaTypes,
  setChoices,
  setNullable,
  typeOf,
} from './schema-model.ts';

type BuilderProps = { schema: Schema; onChange(schema: Schema): void };

type View = 'tree' | 'json' | 'both';
const views: [view: View, label: string][] = [
  ['tree', 'Tree'],
  ['json', 'JSON'],
  ['both', 'Both'],
];

type SchemaBuilderProps = {
  /** Undefined if there is none. */
  schema: Schema | undefined;
  isRequired: boolean;
  onChange(schema: Schema | undefined): void;
};

const emptySchema: Schema = { type: 'object', properties: {} };

/** Edits an output schema as a tree of members and as JSON Schema, one beside the other. Alt ↑ and Alt ↓ move a member. */
export function SchemaBuilder({ schema: given, isRequired, onChange }: SchemaBuilderProps) {
  const [asking, setAsking] = useState(false);
  const [view, setView] = useState<View>('tree');
  const [said, setSaid] = useState<string>();
  const schema = given ?? emptySchema;
  return (
    <div className="flex flex-col gap-3 rounded-md border border-border p-3">
      <div className="flex flex-wrap items-center gap-2">
        {given !== undefined && (
          <div role="group" aria-label="View of the schema" className="flex gap-1">
            {views.map(([value, label]) => (
              <Button
                key={value}
                size="sm"
                variant={view === value ? 'secondary' : 'quiet'}
                aria-pressed={view === value}
                onClick={() => setView(value)}
              >
                {label}
              </Button>
            ))}
          </div>
        )}
        <Button size="sm" onClick={() => setAsking(true)}>
          From an example or a file…
        </Button>
        {given === undefined ? (
          <Button size="sm" onClick={() => onChange(addField(emptySchema))}>
            Build it
          </Button>
        ) : (
          !isRequired && (
            <Button
              size="sm"
              variant="quiet"
              className="ml-auto"
              onClick={() => {
                onChange(undefined);
                showToast('Removed the output schema', { undo: () => onChange(given) });
              }}
            >
              Remove the schema
            </Button>
          )
        )}
      </div>
      {said !== undefined && (
        <p role="status" className="text-muted">
          {said}
        </p>
      )}
      {given === undefined ? (
        <p className="text-muted">There is no schema: the engine decides the form of its output.</p>
      ) : (
        <div className={view === 'both' ? 'grid grid-cols-1 gap-3 2xl:grid-cols-2' : ''}>
          {view !== 'json' && (
            <div className="flex min-w-0 flex-col gap-2">
              <Members schema={schema} onChange={onChange} path="" />
            </div>
          )}
          {view !== 'tree' && <SchemaJson schema={schema} onChange={onChange} />}
        </div>
      )}
      {asking && (
        <SchemaFromExample
          onClose={() => setAsking(false)}
          onSchema={(next, how) => {
            onChange(next);
            setSaid(how);
            showToast('Schema created from your example', { undo: () => onChange(given) });
          }}
        />
      )}
    </div>
  );
}

function SchemaJson({ schema, onChange }: BuilderProps) {
  const [problem, setProblem] = useState<string>();
  return (
    <div className="flex min-w-0 flex-col gap-1">
      <JsonInput
        label="Output schema as JSON"
        rows={16}
        value={schema}
        onProblem={setProblem}
        onChange={(value) => (isSchema(value) ? onChange(value) : setProblem('A schema is a JSON object.'))}
      />
      {problem !== undefined && (
        <p role="alert" className="text-danger">
          {problem} The last valid schema is used.
        </p>
      )}
    </div>
  );
}

function Members({ schema, onChange, path }: BuilderProps & { path: string }) {
  const fields = fieldsOf(schema);
  return (
    <>
      {fields.length === 0 && <p className="text-muted">No members yet.</p>}
      <ul className="flex flex-col gap-2">
        {fields.map((field, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the name changes while it is typed, the place does not
          <li key={index}>
            <Member field={field} schema={schema} onChange={onChange} path={path} />
          </li>
        ))}
      </ul>
      <div>
        <Button size="sm" icon={<Plus size={12} aria-hidden />} onClick={() => onChange(addField(schema))}>
          Add {path ? `a member of ${path}` : 'a member'}
        </Button>
      </div>
    </>
  );
}

const small = `${controlClass} h-7 text-sm`;

function Member({ field, schema, onChange, path }: BuilderProps & { field: SchemaField; path: string }) {
  const { name, schema: own, isRequired } = field;
  const full = path ? `${path}.${name}` : name;
  const set = (change: Partial<SchemaField>) => onChange(changeField(schema, name, change));
  const setOwn = (next: Schema) => set({ schema: next });
  return (
    <div
      role="group"
      aria-label={`Member ${full}`}
      className="rounded-sm border border-border bg-surface p-2"
      onKeyDown={(event) => {
        if (!event.altKey || (event.key !== 'ArrowUp' && event.key !== 'ArrowDown')) return;
        event.preventDefault();
        event.stopPropagation();
        onChange(moveField(schema, name, event.key === 'ArrowUp' ? -1 : 1));
      }}
    >
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <NameInput
          label={`Name of ${full}`}
          name={name}
          isTaken={(next) => fieldsOf(schema).some((one) => one.name === next && one.name !== name)}
          onChange={(next) => set({ name: next })}
        />
        <TypeSelect label={`Type of ${full}`} schema={own} onChange={setOwn} />
        <Checkbox checked={isRequired} onChange={(next) => set({ isRequired: next })} label="required" />
        <NullBox schema={own} onChange={setOwn} />
        <span className="ml-auto flex">
          <IconButton
            label={`Move ${full} up`}
            icon={<ArrowUp size={14} aria-hidden />}
            onClick={() => onChange(moveField(schema, name, -1))}
          />
          <IconButton
            label={`Move ${full} down`}
            icon={<ArrowDown size={14} aria-hidden />}
            onClick={() => onChange(moveField(schema, name, 1))}
          />
          <IconButton
            label={`Remove ${full}`}
            icon={<Trash2 size={14} aria-hidden />}
            onClick={() => {
              onChange(removeField(schema, name));
              showToast(`Removed ${full}`, { undo: () => onChange(schema) });
            }}
          />
        </span>
      </div>
      <div className="mt-2 flex flex-wrap gap-2">
        <input
          aria-label={`Description of ${full}`}
          dir="auto"
          placeholder="What it is, for the model"
          value={typeof own.description === 'string' ? own.description : ''}
          onChange={(event) => {
            const { description: _, ...rest } = own;
            setOwn(event.target.value === '' ? rest : { ...own, description: event.target.value });
          }}
          className={`${small} min-w-56 flex-1`}
        />
        <ChoicesInput schema={own} onChange={setOwn} path={full} />
      </div>
      <Inside schema={own} onChange={setOwn} path={full} />
    </div>
  );
}

/** What a type holds: the members of an object, the items of a list, or keywords that the tree cannot show. */
function Inside({ schema, onChange, path }: BuilderProps & { path: string }) {
  const type = typeOf(schema);
  if (type !== 'object' && type !== 'array' && type !== 'other') return null;
  return (
    <div className="mt-2 ml-2 flex flex-col gap-2 border-l border-border pl-3">
      {type === 'object' && <Members schema={schema} onChange={onChange} path={path} />}
      {type === 'array' && <Items own={schema} onChange={onChange} path={path} />}
      {type === 'other' && <OtherSchema schema={schema} onChange={onChange} path={path} />}
    </div>
  );
}

function Items({ own, onChange, path }: { own: Schema; onChange(schema: Schema): void; path: string }) {
  const items = isSchema(own.items) ? own.items : {};
  const setItems = (next: Schema) => onChange({ ...own, items: next });
  return (
    <>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <span className="text-muted">Each item is</span>
        <TypeSelect label={`Type of the items of ${path}`} schema={items} onChange={setItems} />
        <NullBox schema={items} onChange={setItems} />
        <ChoicesInput schema={items} onChange={setItems} path={`the items of ${path}`} />
      </div>
      <Inside schema={items} onChange={setItems} path={`${path}[]`} />
    </>
  );
}

/** A schema of any form, such as one of several types. Every keyword is kept. */
function OtherSchema({ schema, onChange, path }: BuilderProps & { path: string }) {
  const [problem, setProblem] = useState<string>();
  return (
    <>
      <JsonInput
        label={`Schema of ${path} as JSON`}
        rows={4}
        value={schema}
        onProblem={setProblem}
        onChange={(value) => isSchema(value) && onChange(value)}
      />
      {problem !== undefined && <p className="text-danger">{problem} The last valid schema is used.</p>}
    </>
  );
}

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

const TypeSelect = ({ label, schema, onChange }: PartProps) => (
  <Select
    label={label}
    className="h-7! w-36! text-sm!"
    value={typeOf(schema)}
    onChange={(next) => onChange(changeType(schema, next))}
    options={[...schemaTypes, 'other' as const].map((value) => ({ value, label: typeWords[value] }))}
  />
);

const NullBox = ({ schema, onChange }: Omit<PartProps, 'label'>) =>
  typeOf(schema) === 'other' ? null : (
    <Checkbox checked={isNullable(schema)} onChange={(on) => onChange(setNullable(schema, on))} label="or null" />
  );

/** The allowed values. The text stays as typed until the field is left. */
function ChoicesInput({ schema, onChange, path }: BuilderProps & { path: string }) {
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
function NameInput({ label, name, isTaken, onChange }: NameInputProps) {
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
