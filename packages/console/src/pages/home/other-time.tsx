import { useNavigate, useSearch } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';
import { Button } from '../../design/button.tsx';
import { Dialog } from '../../design/dialog.tsx';
import { Field, Input } from '../../design/field.tsx';
import { fromLocalTime, toLocalTime } from '../../design/local-time.ts';

/** Selects any period by its beginning and end. */
export function OtherTime({ onClose }: { onClose(): void }) {
  const search = useSearch({ from: '/shell/' });
  const navigate = useNavigate();
  const [problem, setProblem] = useState<string>();
  const now = Date.now();
  function submit(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault();
    const data = new FormData(event.currentTarget);
    const [from, to] = [fromLocalTime(String(data.get('from'))), fromLocalTime(String(data.get('to')))];
    const lasts = to.getTime() - from.getTime();
    if (!(lasts > 0)) setProblem('The end must be after the start.');
    else if (lasts > 92 * 86_400_000) setProblem('The range can be at most 92 days.');
    else {
      onClose();
      void navigate({ to: '/', search: { from: from.toISOString(), to: to.toISOString() } });
    }
  }
  return (
    <Dialog open onClose={onClose} title="Choose another period">
      <form onSubmit={submit} className="flex flex-col gap-4">
        <Field label="From" name="from">
          <Input
            type="datetime-local"
            required
            defaultValue={toLocalTime(search.from ? Date.parse(search.from) : now - 86_400_000)}
          />
        </Field>
        <Field label="To" name="to" error={problem}>
          <Input type="datetime-local" required defaultValue={toLocalTime(search.to ? Date.parse(search.to) : now)} />
        </Field>
        <div>
          <Button type="submit" variant="primary">
            Show
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
