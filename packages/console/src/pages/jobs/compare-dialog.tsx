import type { Job } from '@errand/sdk';
import { type FormEvent, useState } from 'react';
import { useRead } from '../../data/queries.ts';
import { keys } from '../../data/query-keys.ts';
import { Button } from '../../design/button.tsx';
import { Dialog } from '../../design/dialog.tsx';
import { Field, Input } from '../../design/field.tsx';
import { formatRelative } from '../../design/format.ts';
import { Select } from '../../design/select.tsx';
import { stateWord } from '../../design/status-word.ts';
import { errand } from '../../session/client.ts';

const UUID = /^[0-9a-f]{8}-([0-9a-f]{4}-){3}[0-9a-f]{12}$/i;

type CompareDialogProps = { job: Job; onClose(): void; onCompare(otherId: string): void };

/** Selects the job to compare with: the job it repeats, a recent one of the same agent, or any by its id. */
export function CompareDialog({ job, onClose, onCompare }: CompareDialogProps) {
  const [id, setId] = useState(job.retried_from ?? '');
  const filter = { agent_id: [job.agent_id], page_size: 20 };
  const recent = useRead(keys.liveJobs('compare', filter), (options) => errand.jobs.list(filter, options));
  const others = recent.data?.results.filter((one) => one.id !== job.id) ?? [];
  const isValid = UUID.test(id.trim());
  function submit(event: FormEvent): void {
    event.preventDefault();
    if (isValid) onCompare(id.trim());
  }
  return (
    <Dialog open onClose={onClose} title="Compare with another job">
      <form onSubmit={submit} className="flex flex-col gap-4">
        {others.length > 0 && (
          <Field label="A recent job of this agent">
            <Select
              label="A recent job of this agent"
              value={others.some((one) => one.id === id) ? id : ''}
              options={[
                { value: '', label: 'Choose…' },
                ...others.map((one) => ({
                  value: one.id,
                  label: `${one.id.slice(0, 8)}… · ${stateWord(one)} · ${one.agent_version_name ?? 'deleted version'} · ${formatRelative(Date.parse(one.created_at), Date.now())}`,
                })),
              ]}
              onChange={setId}
            />
          </Field>
        )}
        <Field
          label="Id of the other job"
          error={
            id.trim() !== '' && !isValid ? 'This is not an id. Copy it from the job list or the job page.' : undefined
          }
          {...(job.retried_from !== null && { description: 'Filled in: the job that this one runs again.' })}
        >
          <Input value={id} onChange={(event) => setId(event.target.value)} className="font-mono text-code" />
        </Field>
        <div className="flex justify-end gap-2">
          <Button onClick={onClose}>Close</Button>
          <Button type="submit" variant="primary" disabled={!isValid}>
            Compare
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
