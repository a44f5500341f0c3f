import { type Agent, displayStatuses } from '@errand/sdk';
import { Checkbox } from '../../design/checkbox.tsx';
import { Field, Input } from '../../design/field.tsx';
import { fromLocalTime, toLocalTime } from '../../design/local-time.ts';
import { Select } from '../../design/select.tsx';
import { stateWords } from '../../design/status-word.ts';
import { type JobSearch, reviewChoices } from './job-search.ts';

export type JobFilterFormProps = { search: JobSearch; agents: Agent[]; onChange(search: JobSearch): void };

/** Shows every filter as a field. */
export function JobFilterForm({ search, agents, onChange }: JobFilterFormProps) {
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
  const moment = (value: string | undefined) => (value === undefined ? '' : toLocalTime(value));
  const typed = (value: string) => (value === '' ? undefined : fromLocalTime(value).toISOString());
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
    <div className="grid grid-cols-1 gap-x-4 gap-y-3 sm:grid-cols-2 lg:grid-cols-4">
      <fieldset className="sm:col-span-2 lg:col-span-4">
        <legend className="mb-1 font-medium">Status</legend>
        <div className="flex flex-wrap gap-x-4 gap-y-1">
          {displayStatuses.map((word) => (
            <Checkbox
              key={word}
              label={stateWords[word]}
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
      <Field label="Input contains">
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
      <Field label="From">
        <Input
          type="datetime-local"
          value={moment(search.from)}
          onChange={(event) => set({ from: typed(event.target.value), since: undefined })}
        />
      </Field>
      <Field label="Until">
        <Input
          type="datetime-local"
          value={moment(search.to)}
          onChange={(event) => set({ to: typed(event.target.value), since: undefined })}
        />
      </Field>
    </div>
  );
}
