import { ListFilter, X } from 'lucide-react';
import { type RefObject, useState } from 'react';
import { Button, IconButton } from '../../design/button.tsx';
import { Select } from '../../design/select.tsx';
import { ColumnPicker } from './column-picker.tsx';
import { JobFacets } from './job-facets.tsx';
import { JobFilterForm, type JobFilterFormProps } from './job-filter-form.tsx';
import { columnsOf, isFiltered, listChips, sinceChoices } from './job-search.ts';
import { QueryInput } from './query-input.tsx';

type FilterBarProps = JobFilterFormProps & {
  input: RefObject<HTMLInputElement | null>;
  /** The server's message about the query. */
  problem: string | undefined;
};

/** A field for job queries, the same filters as a form, and a chip for each active filter. */
export function JobFilterBar({ search, agents, onChange, input, problem }: FilterBarProps) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <div className="mb-3 flex flex-col gap-2">
      <div className="flex flex-wrap gap-2">
        <QueryInput
          key={search.q ?? ''}
          query={search.q ?? ''}
          input={input}
          problem={problem}
          onQuery={(q) => onChange({ ...search, q: q || undefined })}
        />
        <Select
          label="Time"
          className="w-40! max-sm:w-auto! max-sm:flex-1"
          value={search.since ?? ''}
          options={[
            { value: '', label: search.from || search.to ? 'Custom period' : 'Any time' },
            ...Object.entries(sinceChoices).map(([value, label]) => ({ value, label })),
          ]}
          onChange={(since: string) =>
            onChange({ ...search, since: since || undefined, from: undefined, to: undefined })
          }
        />
        <Button
          icon={<ListFilter size={14} aria-hidden />}
          aria-expanded={isOpen}
          aria-controls="job-filters"
          onClick={() => setIsOpen(!isOpen)}
        >
          Filters
        </Button>
        <ColumnPicker columns={columnsOf(search)} onChange={(columns) => onChange({ ...search, columns })} />
      </div>
      {isOpen && (
        <section id="job-filters" aria-label="Filters" className="rounded-md border border-border bg-surface p-4">
          <JobFilterForm search={search} agents={agents} onChange={onChange} />
          <JobFacets search={search} onChange={onChange} />
        </section>
      )}
      {isFiltered(search) && <Chips search={search} agents={agents} onChange={onChange} />}
    </div>
  );
}

function Chips({ search, agents, onChange }: JobFilterFormProps) {
  return (
    <ul aria-label="Active filters" className="flex flex-wrap items-center gap-1.5">
      {listChips(search, agents).map(({ key, label }) => (
        <li key={key} className="inline-flex h-7 items-center rounded-sm bg-accent-soft pl-2 text-accent">
          <span dir="auto" className="max-w-80 truncate">
            {label}
          </span>
          <IconButton
            label={`Remove filter ${label}`}
            icon={<X size={12} aria-hidden />}
            className="size-6.5 text-accent"
            onClick={() => onChange({ ...search, [key]: undefined })}
          />
        </li>
      ))}
      <li>
        <Button variant="quiet" size="sm" onClick={() => onChange(search.columns ? { columns: search.columns } : {})}>
          Clear all
        </Button>
      </li>
    </ul>
  );
}
