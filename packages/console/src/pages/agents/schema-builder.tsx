import { useState } from 'react';
import { Button } from '../../design/button.tsx';
import { showToast } from '../../design/toast.ts';
import { SchemaFromExample } from './schema-from-example.tsx';
import { SchemaJson } from './schema-json.tsx';
import { SchemaMembers } from './schema-members.tsx';
import { addField, type Schema } from './schema-model.ts';

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
              <SchemaMembers schema={schema} onChange={onChange} path="" />
            </div>
          )}
          {view !== 'tree' && (
            <SchemaJson label="Output schema as JSON" rows={16} schema={schema} onChange={onChange} />
          )}
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
