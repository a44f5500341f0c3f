import type { InputDefinition } from '@errand/sdk';
import { ArrowDown, ArrowUp, Plus, Trash2 } from 'lucide-react';
import { Button, IconButton } from '../../design/button.tsx';
import { Checkbox } from '../../design/checkbox.tsx';
import { controlClass } from '../../design/field.tsx';
import { Select } from '../../design/select.tsx';
import { showToast } from '../../design/toast.ts';
import { newInput } from './draft.ts';

const dataTypes = [
  'text/plain',
  'application/json',
  'application/pdf',
  'image/*',
  'image/png',
  'audio/*',
  'video/*',
  'text/*',
  '*/*',
];

type InputEditorProps = {
  inputs: readonly InputDefinition[];
  /** The engine accepts no other inputs. */
  isFixed: boolean;
  onChange(inputs: InputDefinition[]): void;
};

const small = `${controlClass} h-7 text-sm`;

/** Edits the inputs of a run. The configuration refers to them as ${key}. */
export function InputEditor({ inputs, isFixed, onChange }: InputEditorProps) {
  const set = (index: number, change: Partial<InputDefinition>) =>
    onChange(inputs.map((input, at) => (at === index ? { ...input, ...change } : input)));
  const move = (index: number, by: -1 | 1) => {
    const to = index + by;
    if (to >= 0 && to < inputs.length) onChange(inputs.toSpliced(index, 1).toSpliced(to, 0, inputs[index]!));
  };
  return (
    <div className="flex flex-col gap-2">
      {isFixed && <p className="text-muted">This engine accepts only the inputs it declares.</p>}
      <ul className="flex flex-col gap-2">
        {inputs.map((input, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the key changes while it is typed, the place does not
          <li key={index} className="rounded-sm border border-border bg-surface p-2">
            <div className="flex flex-wrap items-center gap-2">
              <input
                aria-label={`Key of input ${index + 1}`}
                value={input.key}
                onChange={(event) => set(index, { key: event.target.value })}
                className={`${small} w-40! font-mono`}
              />
              <Select
                label={`Type of ${input.key}`}
                className="h-7! w-40! text-sm!"
                value={input.data_type}
                onChange={(dataType) => set(index, { data_type: dataType })}
                options={[...new Set([...dataTypes, input.data_type])].map((value) => ({ value, label: value }))}
              />
              <Checkbox
                checked={input.required !== false}
                onChange={(required) => set(index, { required })}
                label="required"
              />
              {!/^text\/|json$/.test(input.data_type) && (
                <Checkbox
                  checked={input.accepts_multiple_files === true}
                  onChange={(on) => set(index, { accepts_multiple_files: on })}
                  label="several files"
                />
              )}
              <span className="ml-auto flex">
                <IconButton
                  label={`Move ${input.key} up`}
                  icon={<ArrowUp size={14} aria-hidden />}
                  onClick={() => move(index, -1)}
                />
                <IconButton
                  label={`Move ${input.key} down`}
                  icon={<ArrowDown size={14} aria-hidden />}
                  onClick={() => move(index, 1)}
                />
                <IconButton
                  label={`Remove ${input.key}`}
                  icon={<Trash2 size={14} aria-hidden />}
                  onClick={() => {
                    onChange(inputs.toSpliced(index, 1));
                    showToast(`Removed ${input.key}`, { undo: () => onChange([...inputs]) });
                  }}
                />
              </span>
            </div>
            <div className="mt-2 flex flex-wrap gap-2">
              <input
                aria-label={`Description of ${input.key}`}
                dir="auto"
                placeholder="What to enter"
                value={input.description}
                onChange={(event) => set(index, { description: event.target.value })}
                className={`${small} min-w-48 flex-1`}
              />
              <input
                aria-label={`Example of ${input.key}`}
                dir="auto"
                placeholder="Example"
                value={input.example ?? ''}
                onChange={(event) => set(index, { example: event.target.value })}
                className={`${small} min-w-32 flex-1`}
              />
            </div>
          </li>
        ))}
      </ul>
      <div>
        <Button size="sm" icon={<Plus size={12} aria-hidden />} onClick={() => onChange([...inputs, newInput(inputs)])}>
          Add an input
        </Button>
      </div>
    </div>
  );
}
