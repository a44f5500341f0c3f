import type { CaseQueue } from '@errand/sdk';
import { Plus, X } from 'lucide-react';
import { Button, IconButton } from '../../design/button.tsx';
import { Field, Input } from '../../design/field.tsx';
import { Select } from '../../design/select.tsx';

type Clock = CaseQueue['clocks'][number];
type RowsProps = { clocks: Clock[]; onChange(clocks: Clock[]): void; isLocked: boolean };

const starts = [
  { value: 'alert', label: 'The alert arrived' },
  { value: 'detection', label: 'The rule detected it' },
  { value: 'opened', label: 'The case was opened' },
] as const;

/** The clocks of a queue. A time zone makes it count working days only. */
export function ClockRows({ clocks, onChange, isLocked }: RowsProps) {
  const change = (index: number, part: Partial<Clock>) =>
    onChange(clocks.map((clock, at) => (at === index ? { ...clock, ...part } : clock)));
  const read = (event: unknown): string => (event as { target: { value: string } }).target.value;
  return (
    <fieldset disabled={isLocked} className="flex flex-col gap-3">
      <legend className="mb-1 font-medium">Clocks</legend>
      {clocks.map((clock, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a clock has no other name while its name is written
        <div key={index} className="flex flex-wrap items-end gap-2">
          <Field label="Name" className="min-w-28 flex-1">
            <Input
              required
              maxLength={100}
              value={clock.name}
              onChange={(event) => change(index, { name: read(event) })}
            />
          </Field>
          <Field label="Starts when" className="w-44">
            <Select
              value={clock.from}
              options={starts}
              onChange={(from) => change(index, { from })}
              disabled={isLocked}
            />
          </Field>
          <Field label="Hours" className="w-20">
            <Input
              type="number"
              required
              min={0}
              step="any"
              value={clock.hours}
              onChange={(event) => change(index, { hours: Number(read(event)) })}
            />
          </Field>
          <Field label="Working days of" className="w-40">
            <Input
              placeholder="Europe/Berlin"
              maxLength={60}
              value={clock.calendar?.time_zone ?? ''}
              onChange={(event) => {
                const zone = read(event);
                change(index, { calendar: zone === '' ? null : { ...clock.calendar, time_zone: zone } });
              }}
            />
          </Field>
          {!isLocked && (
            <IconButton
              label={`Remove clock ${clock.name}`}
              icon={<X size={14} aria-hidden />}
              onClick={() => onChange(clocks.filter((_, at) => at !== index))}
            />
          )}
        </div>
      ))}
      {!isLocked && clocks.length < 10 && (
        <div>
          <Button
            size="sm"
            icon={<Plus size={13} aria-hidden />}
            onClick={() => onChange([...clocks, { name: '', from: 'alert', hours: 72 }])}
          >
            Add a clock
          </Button>
        </div>
      )}
    </fieldset>
  );
}

export const readClocks = (clocks: readonly Clock[]): Clock[] =>
  clocks.map(({ name, from, hours, calendar }) => ({ name: name.trim(), from, hours, calendar: calendar ?? null }));
