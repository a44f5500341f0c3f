import type { Agent } from '@errand/sdk/agents.ts';
import { jobStatuses } from '@errand/sdk/jobs.ts';
import { ListFilter, Search, X } from 'lucide-react';
import { type FormEvent, type RefObject, useState } from 'react';
import { statusWord } from '../../design/badge.tsx';
import { Button, IconButton } from '../../design/button.tsx';
import { Checkbox } from '../../design/checkbox.tsx';
import { controlClass, Field, Input } from '../../design/field.tsx';
import { Select } from '../../design/select.tsx';
import { isFiltered, type JobSearch, listChips, readQueryText, reviewChoices, sinceChoices } from './job-search.ts';

type FilterBarProps = {
  search: JobSearch;
  agents: Agent[];
  onChange(search: JobSearch): void;
  input: RefObject<HTMLInputElement | null>;
};

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
      <div className="flex gap-2">
        <form onSubmit={submit} role="search" className="relative min-w-0 flex-1">
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
            { value: '', label: search.from || search.to ? 'Chosen time' : 'Any time' },
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
          Not understood: {unknown.join(' ')}. Write for example {HINT}.
        </p>
      )}
      {isOpen && <FilterForm search={search} agents={agents} onChange={onChange} />}
      {isFiltered(search) && <Chips search={search} agents={agents} onChange={onChange} />}
    </div>
  );
}

function Chips({ search, agents, onChange }: Omit<FilterBarProps, 'input'>) {
  return (
    <ul aria-label="Filters that are set" className="flex flex-wrap items-center gap-1.5">
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

function FilterForm({ search, agents, onChange }: Omit<FilterBarProps, 'input'>) {
  const statuses = search.status?.split(',') ?? [];
  const text = (key: 'version' | 'metadata' | 'input' | 'verdict') => ({
    key: search[key] ?? '',
    defaultValue: search[key] ?? '',
    onBlur: (event: { target: { value: string } }) => set({ [key]: event.target.value.trim() || undefined }),
  });
  function set(change: Partial<JobSearch>): void {
    if (Object.entries(change).some(([key, value]) => search[key as keyof JobSearch] !== value))
      onChange({ ...search, ...change });
  }
  const moment = (value: string | undefined) => (value === undefined ? '' : toLocal(value));
  const cost = (key: 'cost_min' | 'cost_max') => ({
    key: search[key] ?? '',
    type: 'number',
    min: 0,
    step: 'any',
    defaultValue: search[key] ?? '',
    onBlur: (event: { target: { value: string } }) =>
      set({ [key]: event.target.value === '' ? undefined : Math.max(0, Number(event.target.value)) }),
  });
  return (
    <section
      id="job-filters"
      aria-label="Filters"
      className="grid grid-cols-1 gap-x-4 gap-y-3 rounded-md border border-border bg-surface p-4 sm:grid-cols-2 lg:grid-cols-4"
    >
      <fieldset className="sm:col-span-2 lg:col-span-4">
        <legend className="mb-1 font-medium">Status</legend>
        <div className="flex flex-wrap gap-x-4 gap-y-1">
          {jobStatuses.map((word, code) => (
            <Checkbox
              key={word}
              label={statusWord(code)}
              checked={statuses.includes(word)}
              onChange={(checked) => {
                const next = checked ? [...statuses, word] : statuses.filter((one) => one !== word);
                set({ status: next.join(',') || undefined });
              }}
            />
          ))}
        </div>
      </fieldset>
      <Field label="Agent">
        <Select
          value={search.agent ?? ''}
          options={[
            { value: '', label: 'Any agent' },
            ...agents.map(({ id, name }) => ({ value: id, label: name })),
            ...(search.agent?.includes(',') ? [{ value: search.agent, label: 'Several agents' }] : []),
          ]}
          onChange={(agent: string) => set({ agent: agent || undefined })}
        />
      </Field>
      <Field label="Version name">
        <Input {...text('version')} />
      </Field>
      <Field label="An input has">
        <Input {...text('input')} />
      </Field>
      <Field label="Metadata" description='Text, or a JSON object: {"case": "A-17"}'>
        <Input {...text('metadata')} className="font-mono text-code" />
      </Field>
      <Field label="Verdict">
        <Input {...text('verdict')} />
      </Field>
      <Field label="Review">
        <Select
          value={search.review ?? ''}
          options={[
            { value: '', label: 'Any' },
            ...Object.entries(reviewChoices).map(([value, label]) => ({ value, label })),
          ]}
          onChange={(review: string) => set({ review: review || undefined })}
        />
      </Field>
      <Field label="Cost from (USD)">
        <Input {...cost('cost_min')} />
      </Field>
      <Field label="Cost to (USD)">
        <Input {...cost('cost_max')} />
      </Field>
      <div className="grid grid-cols-2 gap-2">
        <Field label="From">
          <Input
            type="datetime-local"
            value={moment(search.from)}
            onChange={(event) => set({ from: event.target.value || undefined, since: undefined })}
          />
        </Field>
        <Field label="Until">
          <Input
            type="datetime-local"
            value={moment(search.to)}
            onChange={(event) => set({ to: event.target.value || undefined, since: undefined })}
          />
        </Field>
      </div>
    </section>
  );
}

/** As the browser's own field wants it: local time without a zone. */
function toLocal(text: string): string {
  const date = new Date(text);
  return new Date(date.getTime() - date.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
}
