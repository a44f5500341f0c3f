import { Columns3, X } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { useRead } from '../../data/queries.ts';
import { keys } from '../../data/query-keys.ts';
import { Button, IconButton } from '../../design/button.tsx';
import { Dialog } from '../../design/dialog.tsx';
import { Field, Input } from '../../design/field.tsx';
import { errand } from '../../session/client.ts';

type ColumnPickerProps = { columns: string[]; onChange(columns: string | undefined): void };

const PATH = /^(metadata|input|output)(\.("[^",]+"|[^\s:,."]+))+$/;
const COLUMNS_MAX = 8;

function findProblem(path: string, columns: string[]): string | undefined {
  if (!PATH.test(path)) return 'Write a path such as output.total, input.text or metadata.case.';
  return columns.length >= COLUMNS_MAX ? `At most ${COLUMNS_MAX} columns.` : undefined;
}

/** Selects values of inputs, outputs and metadata as columns of the list. */
export function ColumnPicker({ columns, onChange }: ColumnPickerProps) {
  const [isOpen, setIsOpen] = useState(false);
  const [problem, setProblem] = useState<string>();
  const known = useRead(
    keys.jobSuggestions('columns', 0),
    async (options) => {
      const found = await Promise.all(
        ['output.', 'input.', 'metadata.'].map((q) => errand.jobs.suggestions({ q }, options)),
      );
      return found.flatMap(({ suggestions }) => suggestions.map(({ text }) => text.replace(/:$/, '')));
    },
    { enabled: isOpen, staleTime: 60_000 },
  );
  const set = (next: string[]) => onChange(next.join(',') || undefined);
  function add(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault();
    const field = event.currentTarget.elements.namedItem('path') as HTMLInputElement;
    const path = field.value.trim();
    const found = findProblem(path, columns);
    setProblem(found);
    if (found !== undefined) return;
    field.value = '';
    if (!columns.includes(path)) set([...columns, path]);
  }
  return (
    <>
      <Button icon={<Columns3 size={14} aria-hidden />} onClick={() => setIsOpen(true)}>
        Columns{columns.length > 0 && `: ${columns.length}`}
      </Button>
      <Dialog
        open={isOpen}
        onClose={() => setIsOpen(false)}
        title="Add columns"
        description="Show a value of the inputs, outputs or metadata for each job."
        actions={
          <Button variant="primary" onClick={() => setIsOpen(false)}>
            Done
          </Button>
        }
      >
        <ul className="mb-3 flex flex-col gap-1">
          {columns.map((path) => (
            <li key={path} className="flex items-center justify-between rounded-sm bg-hover pl-2 font-mono text-code">
              {path}
              <IconButton
                label={`Remove column ${path}`}
                icon={<X size={12} aria-hidden />}
                onClick={() => set(columns.filter((one) => one !== path))}
              />
            </li>
          ))}
        </ul>
        <form onSubmit={add} className="flex items-end gap-2">
          <Field label="Path" error={problem} className="flex-1">
            <Input name="path" list="column-paths" placeholder="output.total" className="font-mono text-code" />
          </Field>
          <datalist id="column-paths">
            {known.data?.map((path) => (
              <option key={path} value={path} />
            ))}
          </datalist>
          <Button type="submit">Add</Button>
        </form>
      </Dialog>
    </>
  );
}
