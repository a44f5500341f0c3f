import { ArrowDown, ArrowUp, Plus, Trash2 } from 'lucide-react';
import { Button, IconButton } from '../../design/button.tsx';
import { Checkbox } from '../../design/checkbox.tsx';
import { showToast } from '../../design/toast.ts';
import { ChoicesInput, DescriptionInput, NameInput, NullBox, TypeSelect } from './schema-inputs.tsx';
import { SchemaJson } from './schema-json.tsx';
import {
  addField,
  changeField,
  fieldsOf,
  isSchema,
  moveField,
  removeField,
  type Schema,
  type SchemaField,
  typeOf,
} from './schema-model.ts';

type SchemaMembersProps = {
  schema: Schema;
  onChange(schema: Schema): void;
  /** Of the object, as labels name it. Empty for the outermost. */
  path: string;
};

/** The members of an object, each with what its type holds. Alt ↑ and Alt ↓ move a member. */
export function SchemaMembers({ schema, onChange, path }: SchemaMembersProps) {
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

function Member({ field, schema, onChange, path }: SchemaMembersProps & { field: SchemaField }) {
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
        <DescriptionInput label={`Description of ${full}`} schema={own} onChange={setOwn} />
        <ChoicesInput schema={own} onChange={setOwn} path={full} />
      </div>
      <Inside schema={own} onChange={setOwn} path={full} />
    </div>
  );
}

/** What a type holds: the members of an object, the items of a list, or keywords that the tree cannot show. */
function Inside({ schema, onChange, path }: SchemaMembersProps) {
  const type = typeOf(schema);
  if (type !== 'object' && type !== 'array' && type !== 'other') return null;
  return (
    <div className="mt-2 ml-2 flex flex-col gap-2 border-l border-border pl-3">
      {type === 'object' && <SchemaMembers schema={schema} onChange={onChange} path={path} />}
      {type === 'array' && <Items own={schema} onChange={onChange} path={path} />}
      {/* Several types, for example: every keyword is kept. */}
      {type === 'other' && (
        <SchemaJson label={`Schema of ${path} as JSON`} rows={4} schema={schema} onChange={onChange} />
      )}
    </div>
  );
}

function Items({ own, onChange, path }: Omit<SchemaMembersProps, 'schema'> & { own: Schema }) {
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
