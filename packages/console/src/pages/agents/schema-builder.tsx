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
  fieldsOf,
  isSchema,
  moveField,
  removeField,
  type Schema,
  type SchemaField,
  schemaTypes,
  typeOf,
} from './schema-model.ts';

type BuilderProps = { schema: Schema; onChange(schema: Schema): void };

/** Edits an output schema as a tree of members, or as JSON Schema. Alt ↑ and Alt ↓ move a member. */
export function SchemaBuilder({ schema, onChange }: BuilderProps) {
  const [asking, setAsking] = useState(false);
  const [asJson, setAsJson] = useState(false);
  const [problem, setProblem] = useState<string>();
  return (
    <div className="flex flex-col gap-2 rounded-md border border-border p-3">
      <div className="flex flex-wrap gap-2">
        <Button size="sm" aria-pressed={asJson} onClick={() => setAsJson(!asJson)}>
          {asJson ? 'Show as a tree' : 'Show as JSON Schema'}
        </Button>
        <Button size="sm" onClick={() => setAsking(true)}>
          From an example…
        </Button>
      </div>
      {asJson ? (
        <>
          <JsonInput
            label="Output schema as JSON"
            rows={14}
            value={schema}
            onProblem={setProblem}
            onChange={(value) => (isSchema(value) ? onChange(value) : setProblem('A schema is a JSON object.'))}
          />
          {problem !== undefined && (
            <p role="alert" className="text-danger">
              {problem} The last valid schema is used.
            </p>
          )}
        </>
      ) : (
        <Members schema={schema} onChange={onChange} path="" />
      )}
      {asking && (
        <SchemaFromExample
          onClose={() => setAsking(false)}
          onSchema={(next) => {
            onChange(next);
            showToast('Schema created from your example', { undo: () => onChange(schema) });
          }}
        />
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
  const type = typeOf(own);
  const full = path ? `${path}.${name}` : name;
  const set = (change: Partial<SchemaField>) => onChange(changeField(schema, name, change));
  const setOwn = (next: Schema) => set({ schema: next });
  const setKeyword = (keyword: string, value: unknown) => {
    const { [keyword]: _, ...rest } = own;
    setOwn(value === undefined || value === '' ? rest : { ...rest, [keyword]: value });
  };
  const choices = Array.isArray(own.enum) ? own.enum.map(String).join(', ') : '';
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
      <div className="flex flex-wrap items-center gap-2">
        <NameInput
          label={`Name of ${full}`}
          name={name}
          isTaken={(next) => fieldsOf(schema).some((one) => one.name === next && one.name !== name)}
          onChange={(next) => set({ name: next })}
        />
        <Select
          label={`Type of ${full}`}
          className="h-7! w-28! text-sm!"
          value={type}
          onChange={(next) => setOwn(changeType(own, next))}
          options={[
            ...schemaTypes.map((value) => ({ value, label: value })),
            ...(type === 'other' ? [{ value: 'other' as const, label: 'other' }] : []),
          ]}
        />
        <Checkbox checked={isRequired} onChange={(next) => set({ isRequired: next })} label="required" />
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
          onChange={(event) => setKeyword('description', event.target.value)}
          className={`${small} min-w-56 flex-1`}
        />
        {type === 'string' && (
          <input
            aria-label={`Allowed values of ${full}, separated by commas`}
            placeholder="Allowed values: a, b, c"
            defaultValue={choices}
            onBlur={(event) => {
              const values = event.target.value
                .split(',')
                .map((one) => one.trim())
                .filter((one) => one !== '');
              setKeyword('enum', values.length > 0 ? values : undefined);
            }}
            className={`${small} w-56!`}
          />
        )}
      </div>
      {type === 'object' && (
        <div className="mt-2 ml-2 flex flex-col gap-2 border-l border-border pl-3">
          <Members schema={own} onChange={setOwn} path={full} />
        </div>
      )}
      {type === 'array' && <Items own={own} onChange={setOwn} path={full} />}
    </div>
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

function Items({ own, onChange, path }: { own: Schema; onChange(schema: Schema): void; path: string }) {
  const items = isSchema(own.items) ? own.items : {};
  const type = typeOf(items);
  return (
    <div className="mt-2 ml-2 flex flex-col gap-2 border-l border-border pl-3">
      <div className="flex items-center gap-2">
        <span className="text-muted">Each item is</span>
        <Select
          label={`Type of the items of ${path}`}
          className="h-7! w-28! text-sm!"
          value={type}
          onChange={(next) => onChange({ ...own, items: changeType(items, next) })}
          options={[...schemaTypes, 'other' as const].map((value) => ({ value, label: value }))}
        />
      </div>
      {type === 'object' && (
        <Members schema={items} onChange={(next) => onChange({ ...own, items: next })} path={`${path}[]`} />
      )}
    </div>
  );
}
