import { ListFilter, Search, X } from 'lucide-react';
import { type FormEvent, type RefObject, useState } from 'react';
import { Button, IconButton } from '../../design/button.tsx';
import { controlClass } from '../../design/field.tsx';
import { Select } from '../../design/select.tsx';
import { JobFacets } from './job-facets.tsx';
import { JobFilterForm, type JobFilterFormProps } from './job-filter-form.tsx';
import { isFiltered, listChips, readQueryText, sinceChoices } from './job-search.ts';

type FilterBarProps = JobFilterFormProps & { input: RefObject<HTMLInputElement | null> };

const HINT = 'status:failure agent:"Name" cost:>0.5 metadata.case:A-17 input:acme since:24h, or any words';

/** One line to type into, the same filters as a form, and a chip for each that is set. */
export function JobFilterBar({ search, agents, onChange, input }: FilterBarProps) {
  const [isOpen, setIsOpen] = useState(false);
  const [unknown, setUnknown] = useState<string[]>([]);

  function submit(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault();
    const field = event.currentTarget.elements.namedItem('query') as HTMLInputElement;
    const read = readQueryText(field.value, agents);
    setUnknown(read.unknown);
    if (read.unknown.length > 0) return;
    field.value = '';
    onChange({ ...search, ...read.search });
  }

  return (
    <div className="mb-3 flex flex-col gap-2">
      <div className="flex flex-wrap gap-2">
        <form onSubmit={submit} role="search" className="relative min-w-60 flex-1">
          <Search size={14} aria-hidden className="absolute top-2.5 left-2.5 text-faint" />
          <input
            ref={input}
            name="query"
            aria-label="Filter jobs"
            aria-describedby={unknown.length > 0 ? 'query-problem' : undefined}
            aria-invalid={unknown.length > 0 || undefined}
            placeholder={HINT}
            autoComplete="off"
            spellCheck={false}
            className={`${controlClass} h-8 pl-8`}
          />
        </form>
        <Select
          label="Time"
          className="w-40!"
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
      </div>
      {unknown.length > 0 && (
        <p id="query-problem" role="alert" className="text-danger">
          Not recognized: {unknown.join(' ')}. Write for example {HINT}.
        </p>
      )}
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
        <Button variant="quiet" size="sm" onClick={() => onChange({})}>
          Clear all
        </Button>
      </li>
    </ul>
  );
}
